// Markers on the board: one at each thing, side by side where there are several.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFileSync } from 'node:fs';
import { isMarked } from '../../../../src/bivouac/web/js/board/markers.js';

const KINDS = [...readFileSync('src/bivouac/core/effects.py', 'utf8').matchAll(/^ {4}"(\w+)": [A-Z]+,/gm)].map(([, kind]) => kind);

test('every effect of the rules is known to be marked or not', () => {
  const unmarked = ['move', 'removal', 'readied', 'restored', 'entrenched', 'unentrenched', 'concealed', 'contested', 'uncontested'];
  assert.ok(KINDS.length > 15);
  assert.deepEqual(
    KINDS.filter((kind) => !isMarked(kind)),
    unmarked,
  );
});
