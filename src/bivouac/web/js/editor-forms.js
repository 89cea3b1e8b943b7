// The forms of the editor: what cannot be pointed at on the map.

/**
 * @import { Arrival, Army, Battle, Both, SideKey, Unit } from './battle'
 * @import { Bench } from './wire'
 * @import { Child } from './types'
 * @typedef {(work: (battle: Battle) => void) => void} Edit one change of the battle, in place
 */

import { button, h } from './dom.js';
import { ARMIES, coverAt, freshName, groundAt, nameOf, split, unitsAt } from './drafting.js';
import { t } from './words.js';

const EDGES = ['top', 'bottom', 'left', 'right'];
const COLOURS = ['green', 'black', 'gold'];
let serial = 0;

/**
 * @param {string} label
 * @param {HTMLElement} input
 */
export function field(label, input) {
  serial += 1;
  input.id ||= `f-${serial}`;
  return h('div', { class: 'field' }, h('label', { for: input.id }, label), input);
}

/**
 * @param {string | number | null | undefined} value
 * @param {(value: string) => void} done
 * @param {import('./types').Attributes} [more]
 */
export const text = (value, done, more = {}) =>
  h('input', {
    type: 'text',
    value: String(value ?? ''),
    onchange: (e) => done(/** @type {HTMLInputElement} */ (e.target).value),
    ...more,
  });

/**
 * @param {number | null | undefined} value
 * @param {(value: number) => void} done
 * @param {import('./types').Attributes} [more]
 */
const number = (value, done, more = {}) =>
  text(value, (found) => done(Math.round(Number(found)) || 0), { inputmode: 'numeric', size: 3, ...more });

/**
 * @param {string} value
 * @param {[string, string][]} options
 * @param {(value: string) => void} done
 * @param {import('./types').Attributes} [more]
 */
export function select(value, options, done, more = {}) {
  /** @type {HTMLSelectElement} */
  const made = h(
    'select',
    { onchange: () => done(made.value), ...more },
    options.map(([id, name]) => h('option', { value: id }, name)),
  );
  made.value = value;
  return made;
}

/** @returns {[string, string][]} */
const sides = () => ARMIES.map((side) => [side, t(`editor.${side}`)]);
/** @returns {[string, string][]} */
const edges = () => EDGES.map((edge) => [edge, t(`editor.${edge}`)]);

/**
 * @param {string} label
 * @param {Both} value
 * @param {(value: Both) => void} done
 */
const both = (label, value, done) => [
  field(
    `${label} (English)`,
    text(value.en, (en) => done({ ...value, en }), { lang: 'en' }),
  ),
  field(
    `${label} (italiano)`,
    text(value.it, (it) => done({ ...value, it }), { lang: 'it' }),
  ),
];

/**
 * A list of rows, each with a way to drop it, and a way to add one.
 * @template T
 * @param {T[]} rows
 * @param {(row: T, index: number) => Child} draw
 * @param {(index: number) => void} drop
 * @param {[string, () => void][]} adds
 */
const list = (rows, draw, drop, adds) => [
  rows.map((row, i) =>
    h(
      'div',
      { class: 'entry' },
      draw(row, i),
      button(t('editor.remove'), () => drop(i), { class: 'danger' }),
    ),
  ),
  h(
    'div',
    { class: 'row' },
    adds.map(([name, add]) => button(name, add)),
  ),
];

// --- a hex -------------------------------------------------------------------------------------------------

/**
 * @param {Battle} battle
 * @param {number} at
 * @param {Bench} bench
 * @param {Edit} edit
 * @param {(side: SideKey, index: number) => void} moving
 * @returns {Child}
 */
export function hexForm(battle, at, bench, edit, moving) {
  if (at < 0) return h('p', { class: 'quiet' }, t('editor.no_hex'));
  const name = nameOf(at);
  const cover = coverAt(battle, at);
  const index = battle.places.findIndex((p) => split(p.hexes).includes(name));
  const spot = battle.places[index];
  return [
    h(
      'p',
      {},
      h('strong', {}, name),
      ` ${bench.words.terrain[groundAt(battle, at)] ?? ''}`,
      cover ? ` · ${t(`editor.${cover.kind}`)}: ${cover.sides.join(' ')}` : '',
    ),
    unitsAt(battle, at).map(({ side, unit, index: i }) =>
      h(
        'fieldset',
        { class: `entry side-${ARMIES.indexOf(side)}` },
        h('legend', {}, `${t(`editor.${side}`)}: ${unit.name}`),
        unitFields(unit, bench, battle, (work) => edit((b) => work(b[side].units[i]))),
        h(
          'div',
          { class: 'row' },
          button(t('editor.move'), () => moving(side, i)),
          button(t('editor.remove'), () => edit((b) => b[side].units.splice(i, 1)), { class: 'danger' }),
        ),
      ),
    ),
    spot
      ? [
          both(t('editor.place'), spot.name, (words) => edit((b) => (b.places[index].name = words))),
          field(
            t('editor.its_hexes'),
            text(spot.hexes, (hexes) => edit((b) => (b.places[index].hexes = hexes))),
          ),
        ]
      : button(t('editor.name_place'), () => edit((b) => b.places.push({ hexes: name, name: { en: name, it: name } }))),
  ];
}

/**
 * @param {Unit} unit
 * @param {(work: (unit: Unit) => void) => void} edit
 */
function worthField(unit, edit) {
  return field(
    t('editor.worth'),
    number(unit.vp ?? 1, (n) => edit((u) => (u.vp = n))),
  );
}

/**
 * @param {Unit} unit
 * @param {Bench} bench
 * @param {Battle} battle
 * @param {(work: (unit: Unit) => void) => void} edit
 * @param {boolean} [late] a reinforcement
 */
function unitFields(unit, bench, battle, edit, late = false) {
  const full = Number(bench.words.strength[unit.kind] ?? 1);
  const bare = unit.kind === 'leader' || unit.kind === 'gunboat';
  /** @type {[string, string][]} */
  const kinds = Object.entries(bench.words.kind).filter(([id]) => !late || id !== 'gunboat');
  /** @type {[string, string][]} */
  const strengths = Array.from({ length: full }, (_, i) => [String(i + 1), String(i + 1)]);
  const changeKind = (/** @type {string} */ kind) =>
    edit((u) => {
      u.kind = kind;
      u.morale = kind === 'leader' || kind === 'gunboat' ? null : (u.morale ?? 'black');
      u.strength = null;
    });
  return h(
    'div',
    { class: 'fields' },
    field(
      t('editor.name'),
      text(unit.name, (name) => edit((u) => (u.name = name))),
    ),
    field(t('editor.kind'), select(unit.kind, kinds, changeKind)),
    bare
      ? null
      : field(
          t('editor.morale'),
          select(
            unit.morale ?? 'black',
            COLOURS.map((c) => [c, t(`editor.${c}`)]),
            (morale) => edit((u) => (u.morale = morale)),
          ),
        ),
    full > 1
      ? field(
          t('editor.strength'),
          select(String(unit.strength ?? full), strengths, (n) => edit((u) => (u.strength = Number(n) === full ? null : Number(n)))),
        )
      : null,
    field(
      t('editor.unit_home'),
      select(unit.home ?? '', [['', t('editor.as_side')], ...edges()], (home) => edit((u) => (u.home = home || null))),
    ),
    worthField(unit, edit),
    late || !battle.hold.length
      ? null
      : field(
          t('editor.group'),
          select(
            unit.group ?? '',
            [['', '–'], .../** @type {[string, string][]} */ (battle.hold.map((x) => [x.group, x.group]))],
            (group) => edit((u) => (u.group = group || null)),
          ),
        ),
  );
}

// --- the battle --------------------------------------------------------------------------------------------

/**
 * @param {Battle} battle
 * @param {Edit} edit
 */
export function battleForm(battle, edit) {
  const changeEnd = (/** @type {string} */ way) =>
    edit((b) => {
      b.time_out = way;
      b.tie = way === 'more_vp' ? (b.tie ?? 'union') : null;
    });
  return [
    both(t('editor.name'), battle.name, (words) => edit((b) => (b.name = words))),
    both(t('editor.date'), battle.date, (words) => edit((b) => (b.date = words))),
    both(t('editor.about'), battle.known, (words) => edit((b) => (b.known = words))),
    field(
      t('editor.id'),
      text(battle.id, (id) => edit((b) => (b.id = id))),
    ),
    field(
      t('editor.turns'),
      number(battle.turns, (n) => edit((b) => (b.turns = n))),
    ),
    field(
      t('editor.first'),
      select(battle.first, sides(), (side) => edit((b) => (b.first = side))),
    ),
    field(t('editor.time_out'), select(battle.time_out, [...sides(), ['more_vp', t('editor.more_vp')]], changeEnd)),
    battle.tie
      ? field(
          t('editor.tie'),
          select(battle.tie, sides(), (side) => edit((b) => (b.tie = side))),
        )
      : null,
    field(
      t('editor.facing'),
      select(
        battle.top,
        ['north', 'east', 'south', 'west'].map((x) => [x, t(`editor.${x}`)]),
        (top) => edit((b) => (b.top = top)),
      ),
    ),
  ];
}

/**
 * @param {Battle} battle
 * @param {SideKey} side
 * @param {Bench} bench
 * @param {Edit} edit
 */
export function armyForm(battle, side, bench, edit) {
  const army = battle[side];
  const change = (/** @type {(army: Army) => void} */ work) => edit((b) => work(b[side]));
  return [
    h('p', { class: 'quiet' }, t('editor.army', { units: army.units.length, later: army.reinforcements.flatMap((r) => r.units).length })),
    field(
      t('editor.cap'),
      number(army.cap, (n) => change((a) => (a.cap = n))),
    ),
    field(
      t('editor.vp'),
      number(army.vp_to_win, (n) => change((a) => (a.vp_to_win = n))),
    ),
    field(
      t('editor.home'),
      select(army.home, edges(), (home) => change((a) => (a.home = home))),
    ),
    h('h3', {}, t('editor.cap_from')),
    list(
      army.cap_from,
      (row, i) => [
        field(
          t('editor.turn'),
          number(row.turn, (n) => change((a) => (a.cap_from[i].turn = n))),
        ),
        field(
          t('editor.cap'),
          number(row.cap, (n) => change((a) => (a.cap_from[i].cap = n))),
        ),
      ],
      (i) => change((a) => a.cap_from.splice(i, 1)),
      [[t('editor.add_cap'), () => change((a) => a.cap_from.push({ turn: Math.min(2, battle.turns), cap: a.cap }))]],
    ),
    h('h3', {}, t('editor.reinforcements')),
    list(
      army.reinforcements,
      (group, g) => arrivalForm(group, battle, side, bench, (work) => change((a) => work(a.reinforcements[g]))),
      (g) => change((a) => a.reinforcements.splice(g, 1)),
      [
        [
          t('editor.add_group'),
          () => change((a) => a.reinforcements.push({ turn: 2, hexes: a.home === 'right' ? 'M5' : 'A5', units: [] })),
        ],
      ],
    ),
  ];
}

/**
 * @param {Arrival} group
 * @param {Battle} battle
 * @param {SideKey} side
 * @param {Bench} bench
 * @param {(work: (group: Arrival) => void) => void} edit
 */
function arrivalForm(group, battle, side, bench, edit) {
  /** @param {string} kind */
  const add = (kind) =>
    edit((g) => g.units.push({ kind, name: freshName(battle, side, bench.words.kind[kind]), morale: kind === 'leader' ? null : 'black' }));
  const kinds = Object.keys(bench.words.kind).filter((kind) => kind !== 'gunboat');
  return [
    field(
      t('editor.turn'),
      number(group.turn, (n) => edit((g) => (g.turn = n))),
    ),
    field(
      t('editor.entry'),
      text(group.hexes, (hexes) => edit((g) => (g.hexes = hexes.toUpperCase()))),
    ),
    list(
      group.units,
      (unit, i) => unitFields(unit, bench, battle, (work) => edit((g) => work(g.units[i])), true),
      (i) => edit((g) => g.units.splice(i, 1)),
      kinds.map((kind) => [`+ ${bench.words.kind[kind]}`, () => add(kind)]),
    ),
  ];
}

// --- special rules -----------------------------------------------------------------------------------------

/**
 * @param {Battle} battle
 * @param {Bench} bench
 * @param {Edit} edit
 */
export function rulesForm(battle, bench, edit) {
  /** @type {[string, string][]} */
  const kinds = Object.entries(bench.words.kind);
  return [
    h('h3', {}, t('editor.special')),
    list(
      battle.special,
      (words, i) => both(t('editor.sentence'), words, (found) => edit((b) => (b.special[i] = found))),
      (i) => edit((b) => b.special.splice(i, 1)),
      [[t('editor.add_sentence'), () => edit((b) => b.special.push({ en: '', it: '' }))]],
    ),
    h('h3', {}, t('editor.hold')),
    list(
      battle.hold,
      (row, i) => [
        field(
          t('editor.name'),
          text(row.group, (group) => edit((b) => rename(b, i, group))),
        ),
        field(
          t('editor.until'),
          number(row.until_turn, (n) => edit((b) => (b.hold[i].until_turn = n))),
        ),
        tick(t('editor.released'), row.released_by_attack, (on) => edit((b) => (b.hold[i].released_by_attack = on))),
      ],
      (i) => edit((b) => disband(b, i)),
      [
        [
          t('editor.add_hold'),
          () => edit((b) => b.hold.push({ group: `${t('editor.reserve')} ${b.hold.length + 1}`, until_turn: 2, released_by_attack: true })),
        ],
      ],
    ),
    barrierForm(battle, kinds, edit),
    h('h3', {}, t('editor.ford')),
    fordForm(battle, kinds, edit),
    h('h3', {}, t('editor.bombardment')),
    bombardmentForm(battle, kinds, edit),
  ];
}

/**
 * @param {Battle} battle
 * @param {[string, string][]} kinds
 * @param {Edit} edit
 * @returns {Child}
 */
const barrierForm = (battle, kinds, edit) => [
  h('h3', {}, t('editor.barrier')),
  list(
    battle.barrier,
    (row, i) => [
      field(
        t('editor.stops'),
        select(row.stops, kinds, (kind) => edit((b) => (b.barrier[i].stops = kind))),
      ),
      field(
        t('editor.its_hexes'),
        text(row.hexes, (hexes) => edit((b) => (b.barrier[i].hexes = hexes.toUpperCase()))),
      ),
      field(
        t('editor.while_side'),
        select(row.while_side, sides(), (side) => edit((b) => (b.barrier[i].while_side = side))),
      ),
      field(
        t('editor.while_kind'),
        select(row.while_kind, kinds, (kind) => edit((b) => (b.barrier[i].while_kind = kind))),
      ),
      field(
        t('editor.while_in'),
        text(row.while_in, (hex) => edit((b) => (b.barrier[i].while_in = hex.toUpperCase()))),
      ),
    ],
    (i) => edit((b) => b.barrier.splice(i, 1)),
    [
      [
        t('editor.add_barrier'),
        () => edit((b) => b.barrier.push({ stops: 'gunboat', hexes: 'A1', while_side: 'csa', while_kind: 'artillery', while_in: 'A1' })),
      ],
    ],
  ),
];

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} done
 */
function tick(label, on, done) {
  /** @type {HTMLInputElement} */
  const box = h('input', { type: 'checkbox', checked: on, onchange: () => done(box.checked) });
  return h('label', { class: 'tick' }, box, ` ${label}`);
}

/**
 * @param {Battle} battle
 * @param {[string, string][]} kinds
 * @param {Edit} edit
 */
function fordForm(battle, kinds, edit) {
  const { ford } = battle;
  if (!ford)
    return button(t('editor.add_ford'), () => edit((b) => (b.ford = { hexes: firstRiver(b), kinds: ['infantry', 'cavalry', 'leader'] })));
  /** @param {string} kind @param {boolean} on */
  const change = (kind, on) =>
    edit((b) => b.ford && (b.ford.kinds = on ? [...b.ford.kinds, kind] : b.ford.kinds.filter((k) => k !== kind)));
  return h(
    'div',
    { class: 'entry' },
    field(
      t('editor.its_hexes'),
      text(ford.hexes, (hexes) => edit((b) => b.ford && (b.ford.hexes = hexes.toUpperCase()))),
    ),
    kinds.filter(([id]) => id !== 'gunboat').map(([id, name]) => tick(name, ford.kinds.includes(id), (on) => change(id, on))),
    button(t('editor.remove'), () => edit((b) => (b.ford = null)), { class: 'danger' }),
  );
}

/** @param {Battle} battle */
const firstRiver = (battle) => nameOf(Math.max(0, battle.map.replaceAll('\n', '').indexOf('~')));

/**
 * @param {Battle} battle
 * @param {[string, string][]} kinds
 * @param {Edit} edit
 */
function bombardmentForm(battle, kinds, edit) {
  const fire = battle.bombardment;
  if (!fire)
    return button(t('editor.add_bombardment'), () =>
      edit((b) => (b.bombardment = { side: 'union', kind: 'artillery', dice: 2, needs: 6 })),
    );
  const change = (/** @type {(fire: NonNullable<Battle['bombardment']>) => void} */ work) =>
    edit((b) => b.bombardment && work(b.bombardment));
  return h(
    'div',
    { class: 'entry' },
    field(
      t('editor.side'),
      select(fire.side, sides(), (side) => change((f) => (f.side = side))),
    ),
    field(
      t('editor.kind'),
      select(fire.kind, kinds, (kind) => change((f) => (f.kind = kind))),
    ),
    field(
      t('editor.dice'),
      number(fire.dice, (n) => change((f) => (f.dice = n))),
    ),
    field(
      t('editor.needs'),
      number(fire.needs, (n) => change((f) => (f.needs = n))),
    ),
    button(t('editor.remove'), () => edit((b) => (b.bombardment = null)), { class: 'danger' }),
  );
}

/**
 * A waiting group by another name: its units stay in it.
 * @param {Battle} battle
 * @param {number} index
 * @param {string} name
 */
function rename(battle, index, name) {
  const was = battle.hold[index].group;
  battle.hold[index].group = name;
  for (const unit of [...battle.union.units, ...battle.csa.units]) if (unit.group === was) unit.group = name;
}

/**
 * @param {Battle} battle
 * @param {number} index
 */
function disband(battle, index) {
  const [gone] = battle.hold.splice(index, 1);
  for (const unit of [...battle.union.units, ...battle.csa.units]) if (unit.group === gone.group) unit.group = null;
}
