// Made from server/protocol/ by tools/wire.py: what goes over the wire. Do not edit.

/** Seats are `me`, `here`, `link` or `computer:LEVEL`, by the number of the side; with `check` nothing is begun. */
export interface NewMatch {
  title: string;
  scenario?: string | null;
  options?: string[];
  seats?: Record<string, string>;
  seconds?: Record<string, number>;
  scenario_text?: string | null;
  check?: boolean;
}

/** A save to go on with. */
export interface Upload {
  save: string;
  seats?: Record<string, string>;
  seconds?: Record<string, number>;
}

/** The seats a browser remembers. */
export interface Tokens {
  tokens: string[];
}

/** One answer, or `answers` as one gesture: all are taken, or none. `serial` says which question is answered (the first of them); with `sure` nobody is warned any more, with `coach` also before a grave mistake against the computer. With `hold` nothing is taken that would end the turn. */
export interface Answer {
  serial: number;
  answer?: number | null;
  answers?: number[];
  side?: number | null;
  sure?: boolean;
  coach?: boolean;
  hold?: boolean;
}

/** The last answer, or all that is free; with `ask` the other side is asked. */
export interface TakeBack {
  side?: number | null;
  whole?: boolean;
  ask?: boolean;
}

/** The other side's word to that. */
export interface Grant {
  yes?: boolean;
}

/** A new invitation to a seat; the link that its player had ends. */
export interface InviteAgain {
  side: number;
}

/** Who answers for a seat from now on: a computer player, or (None) whoever has the link. */
export interface HandOver {
  side?: number | null;
  agent?: string | null;
  seconds?: number | null;
}

export interface Concede {
  side?: number | null;
}

/** What a browser gives to the dice, for the promise that it has seen and kept. */
export interface Nonce {
  nonce: string;
  commit: string;
}

/** Over the socket: are you still there? */
export interface Ping {
  kind: 'ping';
}

/** Over the socket: an answer. `id` comes back with the reply to it. */
export interface Give {
  kind: 'answer';
  id: number;
  wish: Answer;
}

/** Somewhere on the board, in its own units: its centre, the edge of a counter there, the room for a stack where there is more. */
export interface Place {
  id: string;
  name: string;
  x: number;
  y: number;
  size: number;
  wide?: number;
  high?: number;
}

/** A piece, marker or card, at a place or a cell; with `dx` and `dy` on a fixed spot there. `facts`: what else to know of it. */
export interface Token {
  id: string;
  at: string;
  face: string;
  name: string;
  side: number;
  dx?: number;
  dy?: number;
  facts?: string[];
}

export interface Cell {
  id: string;
  name: string;
}

/** Something beside the board: `hand`, `track`, `pool`, `lineup` or `facts`. */
export interface Panel {
  id: string;
  kind: string;
  name: string;
  cells: Cell[];
}

/** All that lies on the table (`full`), or what has changed of it: tokens that are gone, new or changed, the order of all where it is another one, drawings not yet known, panels if any changed, and who holds which place (`held`: 0 Union, 1 Confederacy) if that did. */
export interface Scene {
  full: boolean;
  gone: string[];
  tokens: Token[];
  faces: Record<string, string>;
  status: string[];
  order?: string[];
  panels?: Panel[];
  held?: Record<string, number>;
}

/** A row of the legend: an SVG drawing around the origin, 24 high above and below and `half` wide to either side, and what it means. `group`: "map", "pieces" or "markers". */
export interface Sign {
  group: string;
  drawing: string;
  meaning: string;
  half?: number;
}

/** What happened to a thing on the table: a kind of core/effects.py, how much of it, from where and to where, by whose doing. */
export interface Effect {
  kind: string;
  thing?: string;
  n?: number;
  frm?: string;
  to?: string;
  at?: string;
  by?: string;
  side?: number;
}

/** What followed from answer `n` (-1: from setting up), with the things on the table it speaks of and the dice to draw beside it. `shot`: from what to what it was fired. A line with effects alone has no text. */
export interface LogLine {
  n: number;
  text: string;
  rule?: string;
  heading?: boolean;
  targets?: string[];
  dice?: number[];
  shot?: string[];
  effects?: Effect[];
}

/** The lines from answer `from` on; -1: all that is shown at first. `more`: there are older ones. */
export interface Log {
  from: number;
  more: boolean;
  lines: LogLine[];
}

/** Something out of the ordinary, before answer `n`: a take-back, a file that was brought, rules that were corrected. */
export interface Note {
  n: number;
  text: string;
}

/** An answer as a thing to click: what it is tied to on the table (nothing: a button). `leads`: more may be asked about the thing, so that it may be the beginning of a gesture. */
export interface Choice {
  answer: number;
  label: string;
  targets: string[];
  leads: boolean;
}

/** The question as everybody else may know it: who is asked. `here`: a seat of this link. */
export interface Asked {
  side: number;
  name: string;
  serial: number;
  here: boolean;
  agent: string | null;
  yours: false;
}

/** The question to who reads. `about`: the things on the table it speaks of. */
export interface Question {
  side: number;
  name: string;
  serial: number;
  here: boolean;
  agent: string | null;
  prompt: string;
  rule: string;
  choices: Choice[];
  about: string[];
  yours: true;
}

/** What may not be done, and why, by which clause. */
export interface Refusal {
  label: string;
  targets: string[];
  why: string;
  rule: string;
}

/** Answers that are given at once. `to`: the thing it leads to, or the button that ends it ("answer:-1"), or nothing where the pick is all; `targets`: what can be clicked for it; `label`: what it says, of several ways to the same thing what tells this one from the others; `whole`: nothing more is asked then; `means`: what it is done with (an order, a card), as its label also says. */
export interface Gesture {
  to: string;
  targets: string[];
  answers: number[];
  label: string;
  whole: boolean;
  means: string;
}

/** What can be done with what is picked, at revision `rev`; or why it cannot. */
export interface Gestures {
  rev: number;
  serial: number;
  picks: string[];
  gestures: Gesture[];
  refusal: Refusal | null;
}

/** What may be taken back: freely, by asking, for practice against a computer, or not at all and why. */
export interface Undo {
  free: boolean;
  ask: boolean;
  practice: boolean;
  why: string;
}

export interface Outcome {
  winner: number | null;
  text: string;
  rule: string | null;
  name: string | null;
}

export interface OddsLine {
  text: string;
  share: number;
}

/** What may come of the attack at hand: for each kind of result its lines with their chances. `about` names it where the question does not. */
export interface Odds {
  groups: OddsLine[][];
  about: string;
}

/** One thing that a fight is reckoned with, and its clause. */
export interface Term {
  text: string;
  rule: string;
}

/** What is to be expected of the fight that an answer leads to. `won`: the chance to win it; `lines`: that and the rest in words; `exact`: False where it was only played many times. */
export interface Forecast {
  answer: number;
  won: number;
  lines: string[];
  terms: Term[];
  exact: boolean;
}

/** A place that a thing could come to, and what that costs; nothing where it costs nothing that is counted. */
export interface Reach {
  to: string;
  cost: string;
}

/** What a thing could do and suffer where it lies: where it could go, the places it could fire at, where it could retreat to (None: it never has to), what becomes of it if it cannot, and who could still come to its aid (None: nobody ever does). */
export interface Outlook {
  of: string;
  reach: Reach[];
  fire: string[];
  retreat: string[] | null;
  warning: Term | null;
  helps: string[] | null;
}

/** The line between two places: free, or closed by these; in words, with its clause. `seen`: where only one place was given, all that can be seen from there. */
export interface Sight {
  free: boolean;
  blocks: string[];
  text: string;
  rule: string;
  seen: string[];
}

/** A row of a table; `now`: the one that is in force. */
export interface Row {
  cells: string[];
  now?: boolean;
}

/** A printed table of the title, as it stands in this match. */
export interface Chart {
  name: string;
  head: string[];
  rows: Row[];
  rule: string;
}

/** What a computer player might do, and the chance to win it sees in it. */
export interface Hint {
  answer: number;
  label: string;
  targets: string[];
  chance: number;
}

/** Where a lesson stands. `say`: paragraphs; `done`: what is said of the chapter that has just ended; `light`: things to look at; `next`: the chapter that begins with a position of its own, once this stretch is over; `over`: the whole lesson is. */
export interface LessonStep {
  lesson: string;
  name: string;
  step: number;
  steps: number;
  chapter: number;
  chapters: string[];
  say: string[];
  done: string;
  light: string[];
  next: number | null;
  over: boolean;
}

/** A lesson in the list: its chapters by name. */
export interface LessonRow {
  id: string;
  name: string;
  about: string;
  minutes: number;
  chapters: string[];
}

/** The lessons of a title. */
export interface LessonsOf {
  title: string;
  name: string;
  lessons: LessonRow[];
}

/** Begin a lesson at one of its chapters. */
export interface NewLesson {
  title: string;
  lesson?: string;
  chapter?: number;
}

/** A computer player; `timed`: it thinks for as long as it is given. */
export interface Level {
  id: string;
  name: string;
  timed: boolean;
}

/** How long a computer player may think about a turn: what can be chosen, and what is chosen where nobody says. */
export interface Seconds {
  choices: number[];
  standard: number;
}

/** How much of its seconds for the turn the computer player has used, and whether it goes on using them. */
export interface Clock {
  spent: number;
  seconds: number;
  running: boolean;
}

/** `agent` answers for it now; `computer`: it is the computer's own; `here`: somebody is connected; `aim`: what the computer was after in its last turn, in a sentence, as far as it has said; `opened`: it agrees that the match be analysed before its end; `vacant`: nobody has joined. */
export interface Seat {
  name: string;
  agent: string | null;
  computer: boolean;
  seconds: number;
  here: boolean;
  aim: string;
  opened: boolean;
  vacant: boolean;
}

/** Who reads (`side`: whose view, `sides`: whose seats), who sits where, who is thinking, who asks to take back; `said` grows when there are new words to read. */
export interface Room {
  side: number | null;
  sides: number[];
  thinking: number | null;
  clock: Clock | null;
  seats: Seat[];
  request: number | null;
  requested: boolean;
  said: number;
}

/** What does not change in a match. `recap`: the position after the reader's own last answer; `ahead`: the side that plans its next turn here. */
export interface About {
  title: string;
  name: string;
  scenario: string;
  options: string[];
  secrets: boolean;
  owner: boolean;
  places: Place[];
  sides: string[];
  levels: Level[];
  odds: boolean;
  sight: boolean;
  recap: number;
  seconds: Seconds;
  page: string[];
  positions: boolean;
  study: boolean;
  ahead: number | null;
}

/** The SHA-256 of the secret seed of the dice from answer `from` on, and whether the reader's nonce is missing. */
export interface Promise {
  from: number;
  commit: string;
  wanted: boolean;
}

/** The table at a revision, as a difference to revision `base` (None: everything, with `match`). `by`: whose answer led to it. `lesson`: what a lesson says now, where one is played. */
export interface TableMessage {
  kind: 'table';
  rev: number;
  base: number | null;
  by: number | null;
  room: Room;
  scene: Scene;
  question: Asked | Question | null;
  log: Log;
  outcome: Outcome | null;
  serial: number;
  undo: Undo;
  notes: Note[];
  dice: Promise;
  match?: About;
  lesson?: LessonStep;
}

/** Nothing has happened on the table, but who is there or thinking has changed. */
export interface SeatsMessage {
  kind: 'seats';
  rev: number;
  room: Room;
}

/** Still here, with the table at this revision: a reader who has another one has missed something. */
export interface Pong {
  kind: 'pong';
  rev: number;
}

/** The table as it stood after `at` answers of `serial`. */
export interface Still {
  at: number;
  serial: number;
  scene: Scene;
  asked: string | null;
  lines: LogLine[];
}

/** What an answer changed, and what was told of it. */
export interface Frame {
  at: number;
  scene: Scene;
  lines: LogLine[];
}

export interface Frames {
  frames: Frame[];
}

export interface OlderLog {
  more: boolean;
  lines: LogLine[];
}

/** An answer was taken. */
export interface Taken {
  rev: number;
  serial: number;
}

/** It was not: it would leave something unused. Ask again with `sure`. */
export interface Warned {
  warn: string;
}

/** It was not: the turn would end with it. Ask again without `hold`. */
export interface Ends {
  ends: boolean;
}

export interface Revision {
  rev: number;
}

/** `taken`: the nonce has a part in the dice; it has none where the promise was not the latest. */
export interface NonceTaken {
  rev: number;
  taken: boolean;
}

/** `asked`: the other side has been asked and has not said yes yet. */
export interface TakenBack {
  rev: number;
  asked: boolean;
}

export interface Invite {
  side: number;
  name: string;
  url: string;
}

/** `again`: the sides to which who made the match can invite again, since the player may have lost the link. */
export interface Links {
  watch: string;
  invites: Invite[];
  again: number[];
}

/** Whose seat a link is, before anything of the table is shown. `asks`: the reader should say first that it is theirs. */
export interface SeatInfo {
  match: string;
  name: string;
  scenario: string;
  sides: string[];
  watch: string;
  asks: boolean;
}

export interface Created {
  token: string;
  url: string;
  watch: string;
  invites: Invite[];
}

export interface SetupGood {
  ok: true;
}

export interface Seated {
  url: string;
  token: string;
}

/** `held`: the sides that the reader, if signed in, holds in this match. */
export interface Invitation {
  match: string;
  held: number[];
  name: string;
  blurb: string;
  title: string;
  scenario: string;
  side: number;
  side_name: string;
  taken: boolean;
  watch: string;
}

/** How a match stands, for the list of one's matches. */
export interface Status {
  match: string;
  title: string;
  name: string;
  scenario: string;
  updated: number;
  serial: number;
  yours: boolean;
  sides: number[];
  asked: string | null;
  outcome: string | null;
}

/** What was wrong; `stale`: the match has moved on. */
export interface Fault {
  message: string;
  rule: string | null;
  stale: boolean;
}

/** How a process is: `alive`, `ready`, or `waiting` for its database. */
export interface Health {
  status: string;
}

export interface Failed {
  error: Fault;
}

/** Over the socket, to the answer with the same `id`: what a request would have been told, with its status. */
export interface Reply {
  kind: 'reply';
  id: number;
  status: number;
  said: Taken | Warned | Ends | null;
  error: Fault | null;
}

/** The Union's chance to win after `at` answers. */
export interface Point {
  at: number;
  chance: number;
}

/** A turning point: the position it leads to, the chances before and after, the time, the fights. */
export interface Turn {
  at: number;
  before: number;
  after: number;
  when: string;
  fights: string[];
}

export interface Chances {
  points: Point[];
  turns: Turn[];
}

/** The dice from answer `from` on, in the order in which they were promised; a later span counts from its start on. Spans of old files have no nonces. */
export interface DiceSpan {
  from: number;
  commit: string;
  seed: string | null;
  nonces: string[] | null;
}

/** A kind of throw: what can come, and with which weights (None: all alike). */
export interface Throw {
  outcomes: number[];
  weights: number[] | null;
}

/** Do all results follow from what was promised? (`ok` None: that can be seen after the end.) `rolls` are the number of an answer, the number of its kind among the kinds of throws, and what came. */
export interface Dice {
  ok: boolean | null;
  lines: string[];
  spans: DiceSpan[];
  kinds: Throw[];
  rolls: number[][];
}

/** `balance`: how even it is between equal players, and why if it is not; `handicap`: the options that even it, and `thinking_handicap`, those that do where a computer plays that thinks. */
export interface Scenario {
  id: string;
  name: string;
  source: string;
  page: string[];
  balance: string;
  handicap: string[];
  thinking_handicap: string[];
}

export interface Option {
  id: string;
  name: string;
  help: string;
  rule: string;
  group: string;
  needs: string[];
  excludes: string[];
}

/** A clause where the program plays something else than the printed sentence. */
export interface Departure {
  rule: string;
  topic: string;
}

/** Why a title cannot be loaded; `told` is the whole sentence. */
export interface Broken {
  file: string;
  line: number | null;
  reason: string;
  told: string;
}

/** A title as the home page shows it; texts it does not have are empty. One that cannot be loaded has `broken` and no scenarios. */
export interface Title {
  id: string;
  name: string;
  blurb: string;
  scale: string;
  minutes: number[];
  complexity: number;
  hidden: string;
  howto: string;
  original: string;
  reconstructed: string;
  secrets: boolean;
  clauses: number;
  own_scenario: boolean;
  workshop: boolean;
  positions: boolean;
  scenarios: Scenario[];
  options: Option[];
  levels: Level[];
  seconds: Seconds;
  credits: Record<string, string>;
  sides: string[];
  lessons: number;
  departures: Departure[];
  broken?: Broken;
}

export interface Chapter {
  id: string;
  name: string;
}

export interface Clause {
  id: string;
  chapter: string;
  topic: string;
  text: string;
  status: string;
  source: string;
  place?: string;
  ruling?: string;
  ruling_kind?: string;
  departs_because?: string;
  reason?: string;
}

/** A moment of a real match: what was told of it, why something could not be done then, and the address of its picture. */
export interface Example {
  id: string;
  rule: string;
  name: string;
  lines: LogLine[];
  refusal: Refusal | null;
  picture: string | null;
}

export interface Rules {
  title: string;
  name: string;
  howto: string;
  prefix: string;
  chapters: Chapter[];
  clauses: Clause[];
  options: Option[];
  examples: Example[];
  charts: Chart[];
}

/** A rated match in earnest against a computer player, begun at once. `side`: one's own; by lot where none is given. */
export interface PlayComputer {
  title: string;
  level: string;
  scenario?: string | null;
  options?: string[];
  side?: number | null;
}

/** Who plays a side is rated so, give or take `margin` (nineteen times of twenty); `change`: what the match added, when it is over. */
export interface SideRating {
  rating: number;
  margin: number;
  change: number | null;
}

/** How somebody is rated at one side of a title. */
export interface RatingRow {
  title: string;
  name: string;
  side: number;
  side_name: string;
  rating: number;
  margin: number;
  matches: number;
}

/** One of a leaderboard; `computer`: a level, not a person; `me`: who is asking. */
export interface Ranked {
  name: string;
  computer: boolean;
  me: boolean;
  rating: number;
  margin: number;
  matches: number;
}

/** The leaderboards of a title, one for each side; the surest to be good first. */
export interface Leaders {
  title: string;
  name: string;
  sides: string[];
  ranked: Ranked[][];
}

/** Something to say: words of one's own, or (`ready`) one of the ready sentences. `room`: at the seats, among spectators, or after the end; `at`: after how many answers the position stood that it is about. */
export interface Speak {
  room: 'players' | 'watchers' | 'after';
  text?: string;
  ready?: string | null;
  at?: number | null;
  side?: number | null;
}

/** Somebody's words: do not hear their author any more (`on`), or do again. */
export interface OneWord {
  word: string;
  on?: boolean;
}

export interface ReportWord {
  word: string;
  why?: string;
}

/** A note for oneself about a position, or (-1) about the match; an empty one is let go. */
export interface WriteNote {
  text: string;
  at?: number;
  side?: number | null;
}

/** Words of somebody. `side`: at which seat they sit; `mine`: one's own; `muted`: of somebody the reader does not want to hear. */
export interface Said {
  id: string;
  room: string;
  name: string;
  side: number | null;
  mine: boolean;
  muted: boolean;
  ready: string | null;
  text: string;
  at: number | null;
  created: number;
}

export interface NoteRow {
  at: number;
  text: string;
  updated: number;
}

/** What the reader can hear, where they can speak, and their own notes; `known`: they have a name or a seat, and can mute and report. */
export interface Talk {
  words: Said[];
  rooms: string[];
  notes: NoteRow[];
  known: boolean;
}

export interface ReadingPart {
  heading: string;
  lines: string[];
}

/** A page of words. */
export interface Reading {
  title: string;
  lead: string;
  parts: ReadingPart[];
}

/** A link to come in by, sent to a mail. */
export interface ByMail {
  mail: string;
}

/** What stands after the stroke of such a link. */
export interface ByLink {
  token: string;
}

/** `new`: make one (for somebody new with a name of their choice, or for who is in already); otherwise use one. */
export interface BeginPasskey {
  new?: boolean;
  name?: string | null;
}

/** What the browser's authenticator said, as JSON. */
export interface FinishPasskey {
  credential: string;
  new?: boolean;
}

export interface ChangeMe {
  name: string;
  languages: string[];
  listed?: boolean;
}

/** One session by its mark, or all the others. */
export interface EndSession {
  mark?: string | null;
}

export interface DropPasskey {
  id: string;
}

/** `name`: one's own, to be sure. */
export interface DeleteMe {
  name: string;
}

export interface OpenMatch {
  match: string;
}

/** What the browser's authenticator is to be given, as JSON. */
export interface Ceremony {
  options: string;
}

/** It will be, if there is anybody to send it to. */
export interface Sent {
  ok: true;
}

/** `fresh`: somebody new, who has not chosen a name yet. */
export interface Entered {
  name: string;
  fresh: boolean;
}

export interface PasskeyRow {
  id: string;
  created: number;
  used: number | null;
}

export interface SessionRow {
  mark: string;
  device: string;
  created: number;
  used: number;
  here: boolean;
}

/** How the matches of a title went from one side. */
export interface Result {
  title: string;
  name: string;
  side: number;
  side_name: string;
  won: number;
  lost: number;
  drawn: number;
}

/** What only oneself sees. */
export interface Me {
  name: string;
  mail: string | null;
  languages: string[];
  listed: boolean;
  created: number;
  passkeys: PasskeyRow[];
  sessions: SessionRow[];
  matches: Status[];
  results: Result[];
  ratings: RatingRow[];
}

/** Who is here, and how many matches and challenges wait for them; nobody with a name: None. */
export interface Greeting {
  name: string | null;
  waiting: number;
  invited: number;
  matches: Status[];
}

/** A game that began without its player: `is_challenge` by their challenge, which `other` accepted, else in a tournament. */
export interface Begun {
  match: string;
  name: string;
  scenario: string;
  other: string;
  is_challenge: boolean;
}

/** What the open pages of a signed-in person are told: how many games and challenges wait, when one of their games was last touched, and the latest that began without them. */
export interface Standing {
  waiting: number;
  invited: number;
  changed: number;
  begun: Begun | null;
}

/** What everybody may see of who wants to be seen. */
export interface Profile {
  name: string;
  languages: string[];
  created: number;
  results: Result[];
  ratings: RatingRow[];
}

/** How many of the seats of this browser are now one's own. */
export interface TakenAlong {
  taken: number;
}

/** How fast a match is played. `days`: so many seconds (`turn`) whenever one is asked, and what is more from a `bank`. `live`: a `bank` for the whole match that grows by `increment` whenever the move passes on. When it runs out (`late`) the other side may claim the match, or both wait, or veteran plays on. */
export interface Pace {
  kind?: 'none' | 'days' | 'live';
  turn?: number;
  bank?: number;
  increment?: number;
  late?: 'claim' | 'wait' | 'veteran';
}

/** `side`: which one its maker plays; by lot where none is given. `whom`: somebody's name; open to everybody where none is given. */
export interface NewChallenge {
  title: string;
  scenario?: string | null;
  options?: string[];
  side?: number | null;
  pace?: Pace;
  rated?: boolean;
  whom?: string | null;
}

export interface OneChallenge {
  id: string;
}

/** So many days from now on; none: back already. */
export interface Vacation {
  days?: number;
}

/** `mine`: one made it; `for_me`: it is for nobody else. `side`: the one that is left for who takes it. */
export interface Challenge {
  id: string;
  maker: string;
  mine: boolean;
  for_me: boolean;
  whom: boolean;
  title: string;
  name: string;
  scenario: string;
  options: string[];
  side: number | null;
  side_name: string | null;
  pace: Pace;
  rated: boolean;
  rematch: boolean;
  created: number;
}

/** A match that everybody may watch. */
export interface Running {
  watch: string;
  title: string;
  name: string;
  scenario: string;
  players: string[];
  updated: number;
  serial: number;
}

export interface Lobby {
  challenges: Challenge[];
  running: Running[];
}

/** What was agreed for a match: who plays it, how fast, and how much time is left. `side` is the one whose time runs, `left` what each has, `late` the side that has run out of it; `claim`: the reader may claim the match, `again`: a rematch can be asked for; `ratings` of both sides where it is rated. */
export interface Agreed {
  players: (string | null)[];
  rated: boolean;
  pace: Pace | null;
  side: number | null;
  left: number[];
  late: number | null;
  away: boolean[];
  claim: boolean;
  again: boolean;
  ratings: (SideRating | null)[];
}

/** Asked for; or, if the other side had asked already, begun. */
export interface Rematch {
  url: string | null;
  token: string | null;
}

/** Until when one is away, and how many days one has left this year. */
export interface Away {
  until: number | null;
  days: number;
}

/** What is answered to one kind of question in the other side's turn: one is asked, the adjutant answers, or it is declined. `least`: only options whose number is at least that; `words`: options that speak of it come first. */
export interface Order {
  box: string;
  how?: 'ask' | 'computer' | 'decline';
  least?: number | null;
  words?: string;
}

export interface LeaveOrders {
  orders: Order[];
  side?: number | null;
}

/** A kind of question of the other side's turn; or a formation of one's `own`, which the adjutant may lead. */
export interface OrderKind {
  box: string;
  name: string;
  own: boolean;
}

export interface StandingOrders {
  kinds: OrderKind[];
  orders: Order[];
}

/** Which of them are on. */
export interface Channels {
  mail: boolean;
  push: boolean;
  hook: boolean;
}

/** A browser that listens, or a webhook; of its address only the name of the server is told. */
export interface WayRow {
  id: string;
  channel: string;
  name: string;
  host: string;
  created: number;
}

/** What was sent, or was not; `problem` in words. */
export interface Delivery {
  channel: string;
  subject: string;
  state: string;
  created: number;
  tries: number;
  problem: string;
}

/** `mail`: where mails go. `usual` holds for every match against somebody. Quiet hours as `HH:MM`. `key`: by which a browser knows the messages of this server. */
export interface News {
  mail: string | null;
  usual: Channels;
  ways: WayRow[];
  quiet_from: string | null;
  quiet_until: string | null;
  zone: string;
  key: string;
  sent: Delivery[];
}

export interface ChangeNews {
  mail?: boolean;
  push?: boolean;
  hook?: boolean;
  quiet_from?: string | null;
  quiet_until?: string | null;
  zone?: string;
}

/** What the browser's own push service gave it. */
export interface ListenHere {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `chat`: whom a bot of Telegram writes to. */
export interface NewHook {
  url: string;
  kind?: 'json' | 'discord' | 'slack' | 'telegram';
  chat?: string;
}

export interface OneWay {
  id: string;
}

/** By a channel, or by one way of it. */
export interface TryNews {
  channel: 'mail' | 'push' | 'hook';
  way?: string | null;
}

/** For one match: what was said (None: as usual), and what is on. */
export interface MatchNews {
  mail: boolean | null;
  push: boolean | null;
  hook: boolean | null;
  now: Channels;
}

/** For one match; None: as usual. */
export interface SwitchNews {
  mail?: boolean | null;
  push?: boolean | null;
  hook?: boolean | null;
}

/** `again`: it was a mistake. */
export interface StopMail {
  again?: boolean;
}

/** `all`: no mails of any match. */
export interface Stopped {
  all: boolean;
  on: boolean;
}

/** Everybody meets everybody (`robin`), or equals meet for some rounds (`swiss`; 0: as many as the players need). Each encounter is two matches with the seats swapped; a round takes at most so many `days`. */
export interface NewTournament {
  name: string;
  title: string;
  kind?: 'robin' | 'swiss';
  scenario?: string | null;
  options?: string[];
  pace?: Pace;
  days?: number;
  rounds?: number;
  rated?: boolean;
}

export interface EnterComputer {
  level: string;
}

export interface Made {
  id: string;
}

/** One of the list. `state`: open to enter, running, or over; `mine`: one takes part. */
export interface TournamentRow {
  id: string;
  name: string;
  kind: string;
  title: string;
  title_name: string;
  scenario: string;
  state: string;
  players: number;
  round: number;
  rounds: number;
  mine: boolean;
  created: number;
}

/** A line of the table. */
export interface TableLine {
  name: string;
  me: boolean;
  withdrawn: boolean;
  points: number;
  buchholz: number;
  berger: number;
  won: number;
  drawn: number;
  lost: number;
}

/** A match of a round. `scores` when it is over; `watch` and `match` when it has begun (the latter for who plays it). Who has no opponent rests. */
export interface Encounter {
  number: number;
  leg: number;
  union: string;
  csa: string | null;
  scores: number[] | null;
  watch: string | null;
  match: string | null;
}

/** All of a tournament. What the reader may do: `enter`, `leave`, and for who made it `begin`. `promises`: of the dice of the reader's games, for which a nonce is wanted (none, when it was given). */
export interface TournamentPage {
  about: TournamentRow;
  options: string[];
  pace: Pace;
  rated: boolean;
  days: number;
  due: number | null;
  maker: string;
  table: TableLine[];
  encounters: Encounter[][];
  enter: boolean;
  leave: boolean;
  begin: boolean;
  levels: Record<string, string>;
  promises: string[];
}

/** What a browser gives to the dice of all games of its player in a tournament: 32 hexadecimal digits. */
export interface EntryNonce {
  nonce: string;
}

/** A battle to be looked at: as the values of its file, as its text, or one of the title's own by its id. */
export interface Look {
  battle?: Record<string, unknown> | null;
  text?: string | null;
  scenario?: string | null;
}

/** Something that is wrong, or only strange: its line, its place among the values, the things on the map that it is about. */
export interface Remark {
  message: string;
  line: number | null;
  path: (string | number)[];
  at: string[];
}

/** What came of looking; text, battle and ground are empty where nothing could be made of it. */
export interface Seen {
  mistakes: Remark[];
  warnings: Remark[];
  text: string;
  battle: Record<string, unknown>;
  ground: string;
}

/** The centre of a place on the board. */
export interface Spot {
  id: string;
  x: number;
  y: number;
}

/** All that the editor needs before anything is made. `words`: for grounds, kinds and strengths, what they are called. */
export interface Bench {
  title: string;
  blank: Record<string, unknown>;
  faces: Record<string, string>;
  spots: Spot[];
  words: Record<string, Record<string, string>>;
  battles: Record<string, string>;
}

/** How one match between two veterans ended: the side that won (None: nobody), the words for it, how many answers it took. */
export interface Tried {
  winner: number | null;
  ending: string;
  answers: number;
  turns: number;
}

/** Let two veterans play a battle. */
export interface Try {
  text: string;
}

/** A battle to be kept under a link. `id` and `key`: in the place of one's own; `ancestor`: what it is a copy of; `listed`: for all. */
export interface Keep {
  text: string;
  ancestor?: string;
  listed?: boolean;
  id?: string | null;
  key?: string | null;
}

/** Its link, and the key to change it by. */
export interface Kept {
  id: string;
  key: string;
  url: string;
}

export interface Drop {
  key: string;
}

/** Who sits where, as in `NewMatch`. */
export interface PlayKept {
  seats?: Record<string, string>;
}

/** What is known of who wins: matches that were tried, won by the Union, by nobody; the 95 % interval of the Union's share. */
export interface Balance {
  matches: number;
  union: number;
  draws: number;
  low: number;
  high: number;
}

/** A battle that is kept. `ancestor`: the name of what it is a copy of, and where that is. Its text is left out in lists. */
export interface KeptBattle {
  id: string;
  name: string;
  about: string;
  text: string;
  ancestor: string;
  ancestor_url: string;
  created: number;
  played: number;
  balance: Balance;
}

/** Something that can be set: whose it is on the table ("": of the whole position), what it is called, and the number of the list of its values. */
export interface SlotRow {
  id: string;
  of: string;
  name: string;
  values: number;
}

/** All that can be set in a position of a scenario. `lists`: values with their words. */
export interface Slots {
  title: string;
  name: string;
  sides: string[];
  scenario: string;
  scenarios: Record<string, string>;
  places: Place[];
  slots: SlotRow[];
  lists: Record<string, string>[];
}

/** A position to be looked at: a scenario's start, values for its slots, a file (`text`), the match that a link opens (`token`) or a save after `at` answers. */
export interface Arrange {
  scenario?: string | null;
  values?: Record<string, string> | null;
  text?: string | null;
  token?: string;
  save?: string;
  at?: number | null;
  options?: string[];
}

/** What came of it: the values of all slots, the file (empty where something is wrong), and the table as whoever knows all sees it. */
export interface Arranged {
  scenario: string;
  options: string[];
  values: Record<string, string>;
  mistakes: Remark[];
  warnings: Remark[];
  text: string;
  scene: Scene | null;
}

/** Begin a match from the position of a match that a link opens (`token`), or of a save, after `at` answers (None: the last). */
export interface PlayFrom {
  seats: Record<string, string>;
  token?: string;
  save?: string;
  at?: number | null;
  seconds?: Record<string, number>;
}

/** An analysis of the match that a link opens (`token`) or of a save, after `at` answers; of an analysis, variation number `line`. */
export interface NewStudy {
  token?: string;
  save?: string;
  at?: number | null;
  line?: number | null;
}

/** In an analysis: to the position after `to` answers, and from there these answers, chance's among them. */
export interface GoTo {
  to: number;
  answers?: number[];
}

/** Keep the present line as a variation; with `drop`, let that one go. */
export interface KeepLine {
  name?: string;
  drop?: number | null;
}

/** Whether the match may be analysed before its end. */
export interface Agree {
  side?: number | null;
  yes?: boolean;
}

/** `start`: the position at which it leaves the present line; `answers` from there on. */
export interface Variation {
  name: string;
  start: number;
  answers: number[];
}

export interface Face {
  answer: number;
  label: string;
}

/** A result of chance in the present line: answer number `number`, and what else could have come. */
export interface Rolled {
  number: number;
  answer: number;
  faces: Face[];
}

/** An analysis: where it came from and began, its variations, the latest results of chance. */
export interface Tree {
  origin: string;
  base: number;
  serial: number;
  lines: Variation[];
  rolls: Rolled[];
}

/** What the computer would do: answers, their words, the chance to win it sees. */
export interface BestLine {
  answers: number[];
  labels: string[];
  chance: number;
}

/** What would have been better: before answer `at`, what was done and what should have been, and the chances to win of both, for `side`. */
export interface Better {
  at: number;
  side: number;
  done: string;
  better: string;
  chance: number;
  best: number;
  why: string[];
}

/** `anew`: on a fresh copy of the match as it stands now, in place of the one there is. */
export interface PlanAhead {
  side?: number | null;
  anew?: boolean;
}

/** Keep what was played on the private copy; `forget`: let go of the plan and the copy. */
export interface KeepPlan {
  side?: number | null;
  forget?: boolean;
}

/** Send what can be done of the plan, at the question with this serial. */
export interface SendPlan {
  serial: number;
  side?: number | null;
}

/** A gesture of a plan: it can be done now (`ready`); it cannot (`gone`: `why`); it comes `later`, after dice or another's answer; or its turn has not come (`waits`). */
export interface PlannedStep {
  words: string;
  how: 'ready' | 'gone' | 'later' | 'waits';
  why: string | null;
  rule: string | null;
}

/** `may`: a turn can be planned now; `copy`: there is a private copy; `serial` of the question at which steps can be sent. */
export interface Planned {
  may: boolean;
  copy: boolean;
  steps: PlannedStep[];
  serial: number;
}

export interface PrivateCopy {
  url: string;
  token: string;
}

/** How many gestures were sent, and why it stopped: dice (or the other side) `changed` something, or the next one `cannot` be done; nothing: all was sent, or the other side is asked. `rest`: what is left. */
export interface SentPlan {
  rev: number;
  sent: number;
  stopped: 'changed' | 'cannot' | null;
  rest: Planned;
}

/** A part of the sequence of play. */
export interface Phase {
  name: string;
  does: string;
}

export interface Aid {
  name: string;
  phases: Phase[];
  victory: string[];
  signs: Sign[];
}

/** The part of the sequence that a match is in; the question and its answers, where they are for who reads. */
export interface Here {
  phase: number | null;
  prompt: string;
  choices: string[];
}

export type ToClient = TableMessage | SeatsMessage | Reply | Pong;

export type ToServer = Ping | Give;

export type Sentences = Record<string, Record<string, string>>;
