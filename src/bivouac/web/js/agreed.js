// What was agreed for a match, beside it: who plays, how much time is left, claiming it, a rematch.

/**
 * @import { Agreed } from './wire'
 * @import { Table } from './page-table.js'
 */

import { problem } from './api.js';
import { button, h, put } from './dom.js';
import { trouble } from './frame.js';
import { desk } from './lobby.js';
import { recall } from './memory.js';
import { paceWords, span } from './pace.js';
import { keepSeat } from './seats.js';
import { t } from './words.js';

/**
 * A part of the match's pane that fills itself; it stays empty where nothing was agreed and nobody has a name.
 * @param {Table} table
 */
export function agreement(table) {
  const place = h('section', { class: 'agreed' });
  const { token } = table.seat;
  const read = () =>
    desk.agreed(token).then(
      (agreed) => draw(place, table, agreed, read),
      () => {},
    );
  read();
  return place;
}

/**
 * @param {HTMLElement} place
 * @param {Table} table
 * @param {Agreed} agreed
 * @param {() => unknown} read
 */
function draw(place, table, agreed, read) {
  const { pace, players } = agreed;
  if (!pace && !players.some(Boolean)) return;
  const say = h('div', { 'aria-live': 'polite' });
  /** @param {() => Promise<unknown>} work */
  const act = async (work) => {
    try {
      await work();
    } catch (e) {
      put(say, trouble(problem(e).message));
    }
  };
  const [union, csa] = players.map((name) => name ?? t('agreed.somebody'));
  put(
    place,
    h('h3', {}, t('agreed.heading')),
    h('p', {}, t('agreed.players', { union, csa })),
    pace ? h('p', {}, [paceWords(pace), t(agreed.rated ? 'lobby.rated' : 'lobby.unrated')].join(' · ')) : null,
    agreed.ratings.length ? h('p', { class: 'rated' }, ratings(agreed)) : null,
    pace && (pace.kind ?? 'none') !== 'none' ? clocks(table, agreed) : null,
    h(
      'div',
      { class: 'row' },
      agreed.claim ? button(t('agreed.claim'), () => act(() => desk.claim(table.seat.token).then(read)), { class: 'main' }) : null,
      agreed.again ? button(t('agreed.rematch'), () => act(() => again(table, say)), { id: 'rematch' }) : null,
    ),
    say,
    news(table),
  );
}

/** @param {Agreed} agreed */
function ratings(agreed) {
  const [union, csa] = agreed.ratings.map((x) => {
    if (!x) return '?';
    const rating = t('ratings.margin', { rating: x.rating, margin: x.margin });
    return x.change === null ? rating : t('ratings.changed', { rating, change: x.change < 0 ? `−${-x.change}` : `+${x.change}` });
  });
  return t('ratings.sides', { union, csa });
}

/**
 * Whether one is told of this match, for who is signed in.
 * @param {Table} table
 */
function news(table) {
  if (!table.store.room.sides.length || table.store.outcome || !recall('name', '')) return null;
  const inside = h('div');
  const open = async () => (await import('./news-match.js')).show(inside, table.seat.token);
  return h('details', { ontoggle: open }, h('summary', {}, t('news.here')), inside);
}

/**
 * @param {Table} table
 * @param {Agreed} agreed
 */
function clocks(table, agreed) {
  const names = table.store.room.seats.map((seat) => seat.name);
  return h(
    'ul',
    { class: 'things' },
    names.map((side, i) =>
      h(
        'li',
        {},
        h('span', {}, t('agreed.left', { side, time: span(agreed.left[i]) })),
        agreed.late === i ? h('strong', {}, t('agreed.late', { side })) : agreed.side === i ? h('span', {}, t('agreed.runs')) : null,
        agreed.away[i] ? h('span', {}, t('agreed.away', { side })) : null,
      ),
    ),
  );
}

/**
 * @param {Table} table
 * @param {HTMLElement} say
 */
async function again(table, say) {
  const { url, token } = await desk.rematch(table.seat.token);
  if (url && token) {
    keepSeat(token);
    location.href = url;
  } else put(say, h('p', { class: 'news', role: 'status' }, t('agreed.rematch_asked')));
}
