// Which page this is, and the words for it.

import { speak } from './api.js';

const pages = { home: './page-home.js', table: './page-table.js', join: './page-join.js', rules: './page-rules.js' };
const [page] = await Promise.all([import(pages[document.body.dataset.page]), speak()]);
await page.show(document.getElementById('app'));
