// A battle of Hold the Line as the values of its file: see docs/battles.md and printed/schema.py.

export interface Both {
  en: string;
  it: string;
}
export type SideKey = 'union' | 'csa';
export interface Unit {
  kind: string;
  name: string;
  hex?: string | null;
  morale?: string | null;
  strength?: number | null;
  home?: string | null;
  group?: string | null;
  vp?: number;
}
export interface Arrival {
  turn: number;
  hexes: string;
  units: Unit[];
}
export interface Army {
  cap: number;
  vp_to_win: number;
  home: string;
  units: Unit[];
  cap_from: { turn: number; cap: number }[];
  reinforcements: Arrival[];
}
export interface Cover {
  kind: string;
  sides: string;
  hexes: string;
}
export interface Barrier {
  stops: string;
  hexes: string;
  while_side: string;
  while_kind: string;
  while_in: string;
}
export interface Battle {
  id: string;
  name: Both;
  date: Both;
  first: string;
  turns: number;
  time_out: string;
  map: string;
  union: Army;
  csa: Army;
  number: number;
  source: string;
  top: string;
  known: Both;
  reconstructed: Both;
  men: { union: number; csa: number } | null;
  sources: string[];
  tie: string | null;
  special: Both[];
  cover: Cover[];
  places: { hexes: string; name: Both }[];
  roads: { kind: string; hexes: string }[];
  blocks: { hex: string; scores: string; kind: string; vp?: number }[];
  hold: { group: string; until_turn: number; released_by_attack: boolean }[];
  barrier: Barrier[];
  ford: { hexes: string; kinds: string[] } | null;
  bombardment: { side: string; kind: string; dice: number; needs: number } | null;
}

/** What the hand does on the map. */
export interface Tool {
  id: 'pan' | 'choose' | 'ground' | 'cover' | 'road' | 'unit' | 'block' | 'erase';
  letter?: string;
  kind?: string;
  side?: SideKey;
  morale?: string;
}
