// A battle in the making: what can be done to the values of its file. Every change gives a new battle; nothing here knows of a page.

/** @import { Battle, SideKey, Unit } from './battle' */

export const COLUMNS = 13;
export const ROWS = 9;
export const HEXES = COLUMNS * ROWS;
export const SIDES = ['E', 'SE', 'SW', 'W', 'NW', 'NE'];
/** @type {SideKey[]} */
export const ARMIES = ['union', 'csa'];
const COVERED = /** @type {Record<string, string>} */ ({ r: 'fence', x: 'trench' });

/** @param {number} h */
export const nameOf = (h) => `${String.fromCharCode(65 + (h % COLUMNS))}${Math.floor(h / COLUMNS) + 1}`;

/** @param {string | null | undefined} name */
export function numberOf(name) {
  const found = /^([A-M])([1-9])$/.exec(name ?? '');
  return found ? (Number(found[2]) - 1) * COLUMNS + found[1].charCodeAt(0) - 65 : -1;
}

/** @param {string} hexes */
export const split = (hexes) => hexes.split(/\s+/).filter(Boolean);

/** @param {Battle} battle */
export const copied = (battle) => structuredClone(battle);

/**
 * @param {Battle} battle
 * @param {number} h
 */
export const groundAt = (battle, h) => battle.map.replaceAll('\n', '')[h] ?? '.';

/**
 * @param {Battle} battle
 * @param {string[]} letters one for each hex
 */
function drawn(battle, letters) {
  const rows = Array.from({ length: ROWS }, (_, row) => letters.slice(row * COLUMNS, (row + 1) * COLUMNS).join(''));
  battle.map = rows.join('\n');
}

// --- ground -------------------------------------------------------------------------------------------

/**
 * Lay down ground. Sunken roads and trenches come with all their sides; what they become loses them.
 * @param {Battle} battle
 * @param {number[]} hexes
 * @param {string} letter
 */
export function paint(battle, hexes, letter) {
  const made = copied(battle);
  const letters = [...made.map.replaceAll('\n', '')];
  for (const h of hexes) {
    const was = letters[h];
    letters[h] = letter;
    const sides = coverAt(made, h);
    if (COVERED[letter]) setCover(made, h, COVERED[letter], sides?.sides ?? SIDES);
    else if (COVERED[was]) setCover(made, h, '', []);
  }
  drawn(made, letters);
  return made;
}

/**
 * The protected sides of a hex.
 * @param {Battle} battle
 * @param {number} h
 */
export function coverAt(battle, h) {
  const row = battle.cover.find((c) => split(c.hexes).includes(nameOf(h)));
  return row ? { kind: row.kind, sides: split(row.sides) } : null;
}

/**
 * @param {Battle} battle changed in place
 * @param {number} h
 * @param {string} kind
 * @param {string[]} sides none: no cover
 */
function setCover(battle, h, kind, sides) {
  const name = nameOf(h);
  for (const row of battle.cover)
    row.hexes = split(row.hexes)
      .filter((x) => x !== name)
      .join(' ');
  battle.cover = battle.cover.filter((row) => row.hexes);
  if (!sides.length) return;
  const words = SIDES.filter((side) => sides.includes(side)).join(' ');
  const like = battle.cover.find((row) => row.kind === kind && row.sides === words);
  if (like) like.hexes += ` ${name}`;
  else battle.cover.push({ kind, sides: words, hexes: name });
}

/**
 * Protect a hex through one more side, or no longer. Ground that must have cover keeps one side at least.
 * @param {Battle} battle
 * @param {number} h
 * @param {string} side
 * @param {string} kind
 */
export function toggleSide(battle, h, side, kind) {
  const made = copied(battle);
  const letter = groundAt(made, h);
  const was = coverAt(made, h);
  const sides = was?.sides.includes(side) ? was.sides.filter((s) => s !== side) : [...(was?.sides ?? []), side];
  if (!sides.length && COVERED[letter]) return battle;
  setCover(made, h, COVERED[letter] ?? kind, sides);
  return made;
}

/**
 * A road or railroad from hex to hex.
 * @param {Battle} battle
 * @param {number[]} hexes
 * @param {string} kind
 */
export function lay(battle, hexes, kind) {
  const way = hexes.filter((h, i) => h !== hexes[i - 1]);
  if (way.length < 2) return battle;
  const made = copied(battle);
  made.roads.push({ kind, hexes: way.map(nameOf).join(' ') });
  return made;
}

// --- pieces and blocks ----------------------------------------------------------------------------------

/** @param {string} kind */
export const layerOf = (kind) => (kind === 'artillery' ? 1 : kind === 'leader' ? 2 : 0);

/**
 * The units in a hex.
 * @param {Battle} battle
 * @param {number} h
 */
export const unitsAt = (battle, h) =>
  ARMIES.flatMap((side) => battle[side].units.flatMap((unit, index) => (numberOf(unit.hex) === h ? [{ side, unit, index }] : [])));

/**
 * A new unit; in the place of the one of its layer that is there already.
 * @param {Battle} battle
 * @param {number} h
 * @param {SideKey} side
 * @param {Unit} unit
 */
export function place(battle, h, side, unit) {
  const made = copied(battle);
  for (const army of ARMIES)
    made[army].units = made[army].units.filter((u) => numberOf(u.hex) !== h || (army === side && layerOf(u.kind) !== layerOf(unit.kind)));
  made[side].units.push({ ...unit, hex: nameOf(h) });
  return made;
}

/**
 * @param {Battle} battle
 * @param {SideKey} side
 * @param {number} index
 * @param {number} h
 */
export function move(battle, side, index, h) {
  const made = copied(battle);
  const unit = made[side].units[index];
  if (unit) unit.hex = nameOf(h);
  return made;
}

/**
 * A name that no unit of the side has yet.
 * @param {Battle} battle
 * @param {SideKey} side
 * @param {string} word
 */
export function freshName(battle, side, word) {
  const army = battle[side];
  const names = new Set([...army.units, ...army.reinforcements.flatMap((r) => r.units)].map((u) => u.name));
  for (let n = 1; ; n += 1) if (!names.has(`${word} ${n}`)) return `${word} ${n}`;
}

/**
 * A VP block, or none where the same one lies.
 * @param {Battle} battle
 * @param {number} h
 * @param {string} scores
 * @param {string} kind
 */
export function toggleBlock(battle, h, scores, kind) {
  const made = copied(battle);
  const name = nameOf(h);
  const was = made.blocks.find((b) => b.hex === name);
  made.blocks = made.blocks.filter((b) => b.hex !== name);
  if (was?.scores !== scores || was.kind !== kind) made.blocks.push({ hex: name, scores, kind });
  return made;
}

/**
 * Take away what lies in a hex: its units and block; where there are none, its roads and name; then its ground.
 * @param {Battle} battle
 * @param {number} h
 */
export function erase(battle, h) {
  const name = nameOf(h);
  if (unitsAt(battle, h).length || battle.blocks.some((b) => b.hex === name)) {
    const made = copied(battle);
    for (const side of ARMIES) made[side].units = made[side].units.filter((u) => u.hex !== name);
    made.blocks = made.blocks.filter((b) => b.hex !== name);
    return made;
  }
  if ([...battle.roads, ...battle.places].some((row) => split(row.hexes).includes(name))) {
    const made = copied(battle);
    made.roads = made.roads.filter((row) => !split(row.hexes).includes(name));
    made.places = made.places.filter((row) => !split(row.hexes).includes(name));
    return made;
  }
  const made = paint(battle, [h], '.');
  setCover(made, h, '', []);
  return made;
}

// --- the whole board turned -----------------------------------------------------------------------------

/**
 * Where a hex goes. Mirrored to the side, the last hexes of the even rows have no counterpart and stay.
 * @param {number} h
 * @param {boolean} across
 * @param {boolean} down
 */
export function turnedHex(h, across, down) {
  const row = Math.floor(h / COLUMNS);
  let column = h % COLUMNS;
  const last = row % 2 ? COLUMNS - 2 : COLUMNS - 1;
  if (across && column <= last) column = last - column;
  return (down ? ROWS - 1 - row : row) * COLUMNS + column;
}

const ACROSS = /** @type {Record<string, string>} */ ({
  E: 'W',
  W: 'E',
  NE: 'NW',
  NW: 'NE',
  SE: 'SW',
  SW: 'SE',
  left: 'right',
  right: 'left',
});
const DOWN = /** @type {Record<string, string>} */ ({ NE: 'SE', SE: 'NE', NW: 'SW', SW: 'NW', top: 'bottom', bottom: 'top' });
const AROUND = /** @type {Record<string, string>} */ ({ north: 'south', south: 'north', east: 'west', west: 'east' });

/**
 * The battle mirrored across (left and right), down (top and bottom), or both: turned around.
 * @param {Battle} battle
 * @param {{ across?: boolean, down?: boolean }} how
 */
export function turned(battle, { across = false, down = false }) {
  const made = copied(battle);
  /** @param {string} word a side of a hex, or an edge */
  const facing = (word) => {
    const there = across ? (ACROSS[word] ?? word) : word;
    return down ? (DOWN[there] ?? there) : there;
  };
  /** @param {string} names */
  const going = (names) =>
    split(names)
      .map((name) => (numberOf(name) < 0 ? name : nameOf(turnedHex(numberOf(name), across, down))))
      .join(' ');
  const letters = /** @type {string[]} */ ([]);
  for (let h = 0; h < HEXES; h += 1) letters[turnedHex(h, across, down)] = groundAt(battle, h);
  drawn(made, letters);
  turnLand(made, going, facing);
  for (const army of [made.union, made.csa]) turnArmy(army, going, facing);
  if (across && down) made.top = AROUND[made.top] ?? made.top;
  return made;
}

/**
 * @param {Battle} battle changed in place
 * @param {(names: string) => string} going
 * @param {(word: string) => string} facing
 */
function turnLand(battle, going, facing) {
  for (const row of [...battle.places, ...battle.roads, ...battle.cover, ...battle.barrier]) row.hexes = going(row.hexes);
  for (const row of battle.cover) row.sides = SIDES.filter((side) => split(row.sides).map(facing).includes(side)).join(' ');
  for (const block of battle.blocks) block.hex = going(block.hex);
  for (const barrier of battle.barrier) barrier.while_in = going(barrier.while_in);
  if (battle.ford) battle.ford.hexes = going(battle.ford.hexes);
}

/**
 * @param {import('./battle').Army} army changed in place
 * @param {(names: string) => string} going
 * @param {(word: string) => string} facing
 */
function turnArmy(army, going, facing) {
  army.home = facing(army.home);
  for (const group of army.reinforcements) group.hexes = going(group.hexes);
  for (const unit of [...army.units, ...army.reinforcements.flatMap((r) => r.units)]) {
    if (unit.hex) unit.hex = going(unit.hex);
    if (unit.home) unit.home = facing(unit.home);
  }
}

// --- there and back ---------------------------------------------------------------------------------------

const MOST = 200;

/** What was, what is, and what was taken back. */
export class Draft {
  /** @param {Battle} battle */
  constructor(battle) {
    this.battle = battle;
    /** @type {Battle[]} */
    this.before = [];
    /** @type {Battle[]} */
    this.after = [];
  }

  /**
   * Whether it was a change at all.
   * @param {Battle} battle
   */
  change(battle) {
    if (JSON.stringify(battle) === JSON.stringify(this.battle)) return false;
    this.before.push(this.battle);
    if (this.before.length > MOST) this.before.shift();
    this.after = [];
    this.battle = battle;
    return true;
  }

  undo() {
    const was = this.before.pop();
    if (!was) return false;
    this.after.push(this.battle);
    this.battle = was;
    return true;
  }

  redo() {
    const next = this.after.pop();
    if (!next) return false;
    this.before.push(this.battle);
    this.battle = next;
    return true;
  }
}
