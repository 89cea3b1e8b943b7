// Talk beside the match: what was said at the table, among spectators and after the end; ready sentences; notes for oneself.

/**
 * @import { NoteRow, OneWord, ReportWord, Said, Speak, Talk, WriteNote } from './wire'
 * @import { Table } from './page-table.js'
 * @typedef {{ list: HTMLElement, element: HTMLElement }} Room
 */

import { get, post, problem } from './api.js';
import { button, dialog, h, put } from './dom.js';
import { trouble } from './frame.js';
import { recall, remember } from './memory.js';
import { t, when } from './words.js';

const ROOMS = /** @type {const} */ (['players', 'watchers', 'after']);
const READY = ['hello', 'good_luck', 'well_played', 'thanks', 'bad_luck', 'sorry', 'one_moment', 'until_tomorrow'];
const READY_MORE = ['take_back', 'of_course', 'good_match', 'again'];
const WHOLE = -1;

export class TalkPane {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.url = `/api/table/${table.seat.token}`;
    /** @type {Talk} */
    this.talk = { words: [], rooms: [], notes: [], known: false };
    this.built = '';
    /** @type {Record<string, Room>} */
    this.rooms = {};
    this.say = h('div', { 'aria-live': 'polite' });
    this.notes = h('section', { class: 'notes' });
    this.notedAt = NaN;
  }

  get place() {
    return this.table.parts.panes.talk;
  }

  get isOpen() {
    return this.table.parts.isOpen && this.table.parts.tab === 'talk';
  }

  /** The position that is looked at. */
  get at() {
    const { replay, store } = this.table;
    return store.mode === 'still' ? replay.at : store.serial;
  }

  /** @param {{ first?: boolean }} [how] */
  async read({ first = false } = {}) {
    try {
      this.told(await get(`${this.url}/words`, { as: this.table.store.room.side }));
    } catch (e) {
      put(this.say, trouble(problem(e).message));
      return;
    }
    if (!this.isOpen) this.tell(first);
  }

  /** @param {Talk} talk */
  told(talk) {
    this.talk = talk;
    this.build();
    for (const room of ROOMS) this.fill(room);
    if (this.isOpen) this.heard();
  }

  /** Somebody has said something that the reader has not seen. */
  tell(/** @type {boolean} */ first) {
    const { seat } = this.table;
    const seen = recall('heard', /** @type {Record<string, number>} */ ({}))[seat.token] ?? 0;
    const fresh = this.talk.words.filter((w) => !w.mine && !w.muted && w.created > seen);
    this.mark(fresh.length > 0);
    const last = fresh.at(-1);
    if (last && !first) {
      this.table.say(t('talk.new', { name: last.name }));
      this.table.speak(t('talk.new', { name: last.name }));
    }
  }

  /** All of it has been seen. */
  heard() {
    const { seat } = this.table;
    const known = Object.entries(recall('heard', /** @type {Record<string, number>} */ ({}))).filter(([token]) => token !== seat.token);
    remember('heard', Object.fromEntries([...known.slice(-60), [seat.token, this.talk.words.at(-1)?.created ?? 0]]));
    this.mark(false);
  }

  /** On the tab, and on what opens the drawer. @param {boolean} fresh */
  mark(fresh) {
    const { tabs, toggle } = this.table.parts;
    for (const one of [tabs.talk, toggle]) one.classList.toggle('new', fresh);
  }

  draw() {
    this.table.parts.tabs.talk.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (!this.built) this.read();
    else this.heard();
    this.drawNotes();
  }

  // --- rooms ------------------------------------------------------------

  build() {
    const { rooms, known } = this.talk;
    const shown = ROOMS.filter((room) => rooms.includes(room) || this.talk.words.some((w) => w.room === room));
    const built = JSON.stringify([shown, rooms, known]);
    if (this.built === built) return;
    this.built = built;
    this.rooms = Object.fromEntries(shown.map((room) => [room, this.room(room)]));
    const nobody = !rooms.length ? h('p', { class: 'quiet' }, t('talk.sign_in'), ' ', h('a', { href: '/enter' }, t('me.sign_in'))) : null;
    put(
      this.place,
      this.say,
      Object.values(this.rooms).map((x) => x.element),
      nobody,
      this.notes,
      h('p', { class: 'quiet' }, h('a', { href: '/conduct', target: '_blank', rel: 'noopener' }, t('talk.conduct'))),
    );
    this.notedAt = NaN;
    this.drawNotes();
  }

  /**
   * @param {Speak['room']} room
   * @returns {Room}
   */
  room(room) {
    const list = h('ol', { class: 'said', 'aria-live': 'polite', tabindex: '0', 'aria-label': t(`talk.${room}`) });
    const speaks = this.talk.rooms.includes(room);
    const element = h(
      'section',
      { class: `talk ${room}` },
      h('h3', {}, t(`talk.${room}`)),
      h('p', { class: 'quiet' }, t(`talk.about_${room}`)),
      list,
      speaks ? this.form(room) : null,
    );
    return { list, element };
  }

  /** @param {Speak['room']} room */
  form(room) {
    const text = h('input', { type: 'text', id: `say-${room}`, maxlength: 500, autocomplete: 'off', placeholder: t('talk.write') });
    const here = h('input', { type: 'checkbox', id: 'say-here' });
    const about = () => (room === 'after' && here.checked ? { at: this.at } : {});
    /** @param {Event} e */
    const send = async (e) => {
      e.preventDefault();
      if (text.value.trim() && (await this.speak({ room, text: text.value, ...about() }))) text.value = '';
    };
    /** @param {string} ready */
    const one = (ready) => button(t(`ready.${ready}`), () => this.speak({ room, ready, ...about() }), { 'data-ready': ready });
    return [
      h(
        'form',
        { class: 'row', onsubmit: send },
        h('label', { class: 'sr', for: `say-${room}` }, t('talk.write')),
        text,
        h('button', { type: 'submit', class: 'main' }, t('talk.say')),
      ),
      room === 'after' ? h('div', { class: 'check' }, here, h('label', { for: 'say-here' }, t('talk.here'))) : null,
      h('details', { class: 'ready' }, h('summary', {}, t('talk.ready')), h('div', { class: 'row' }, [...READY, ...READY_MORE].map(one))),
    ];
  }

  /** @param {Speak} wish */
  speak(wish) {
    const { side } = this.table.store.room;
    return this.act(() => post(`${this.url}/words`, side === null ? wish : { ...wish, side }));
  }

  /** @param {() => Promise<Talk>} work */
  async act(work) {
    try {
      this.told(await work());
      put(this.say);
      return true;
    } catch (e) {
      put(this.say, trouble(problem(e).message));
      return false;
    }
  }

  /** @param {string} room */
  fill(room) {
    const found = this.rooms[room];
    if (!found) return;
    const rows = this.talk.words.filter((w) => w.room === room).map((w) => this.word(w));
    put(found.list, rows.length ? rows : h('li', { class: 'quiet' }, t('talk.none')));
    found.list.scrollTop = found.list.scrollHeight;
  }

  /** @param {Said} w */
  word(w) {
    const { at, muted, name, ready } = w;
    const words = muted ? h('em', {}, t('talk.muted', { name })) : ready ? t(`ready.${ready}`) : w.text;
    return h(
      'li',
      { class: `side-${w.side ?? 2}${w.mine ? ' mine' : ''}` },
      w.mine || !this.talk.known ? null : this.more(w),
      h('strong', {}, name),
      ' ',
      h('span', { class: 'time' }, when(w.created)),
      ' ',
      at === null ? null : button(t('talk.at', { n: at }), () => this.table.replay.look(at), { class: 'plain' }),
      h('p', {}, words),
    );
  }

  /** @param {Said} w */
  more(w) {
    const mute = () => this.act(() => post(`${this.url}/mute`, /** @type {OneWord} */ ({ word: w.id, on: !w.muted })));
    return h(
      'details',
      { class: 'more' },
      h('summary', { 'aria-label': t('talk.more'), title: t('talk.more') }, '⋯'),
      button(t(w.muted ? 'talk.unmute' : 'talk.mute'), mute, { class: 'plain' }),
      w.muted ? null : button(t('talk.report'), () => this.report(w), { class: 'plain' }),
    );
  }

  /** @param {Said} w */
  async report(w) {
    const why = h('input', { type: 'text', id: 'report-why', maxlength: 500 });
    const sure = await dialog(t('talk.report'), (/** @type {(yes: boolean) => void} */ close) => [
      h('h2', {}, t('talk.report')),
      h('blockquote', {}, w.ready ? t(`ready.${w.ready}`) : w.text),
      h('p', {}, t('talk.report_sure')),
      h('div', { class: 'field' }, h('label', { for: 'report-why' }, t('talk.report_why')), why),
      h(
        'div',
        { class: 'row' },
        button(t('talk.report'), () => close(true), { class: 'main' }),
        button(t('house.cancel'), () => close(false)),
      ),
    ]);
    if (!sure) return;
    try {
      await post(`${this.url}/report`, /** @type {ReportWord} */ ({ word: w.id, why: why.value }));
      put(this.say, h('p', { class: 'news', role: 'status' }, t('talk.reported')));
    } catch (e) {
      put(this.say, trouble(problem(e).message));
    }
  }

  // --- notes ------------------------------------------------------------

  drawNotes() {
    const writing = this.notes.contains(document.activeElement);
    if (!this.table.store.room.sides.length || this.notedAt === this.at || writing) return;
    this.notedAt = this.at;
    const others = this.talk.notes.filter((n) => n.at !== WHOLE && n.at !== this.notedAt);
    put(
      this.notes,
      h('h3', {}, t('talk.notes')),
      h('p', { class: 'quiet' }, t('talk.about_notes')),
      this.note(WHOLE, t('talk.note_match')),
      this.note(this.notedAt, t('talk.note_here', { n: this.notedAt })),
      h(
        'ul',
        { class: 'things' },
        others.map((n) => this.noted(n)),
      ),
    );
  }

  /** @param {NoteRow} n */
  noted(n) {
    return h(
      'li',
      {},
      button(t('talk.at', { n: n.at }), () => this.table.replay.look(n.at), { class: 'plain' }),
      h('span', {}, n.text),
    );
  }

  /**
   * @param {number} at
   * @param {string} label
   */
  note(at, label) {
    const id = at === WHOLE ? 'note-match' : 'note-here';
    const text = h('textarea', { id, rows: 2, maxlength: 2000, value: this.talk.notes.find((n) => n.at === at)?.text ?? '' });
    const said = h('span', { role: 'status' });
    /** @param {Event} e */
    const keep = async (e) => {
      e.preventDefault();
      const { side } = this.table.store.room;
      const wish = /** @type {WriteNote} */ ({ at, text: text.value, ...(side === null ? {} : { side }) });
      if (await this.act(() => post(`${this.url}/notes`, wish))) said.textContent = t('talk.kept');
    };
    return h(
      'form',
      { class: 'field', onsubmit: keep },
      h('label', { for: id }, label),
      text,
      h('div', { class: 'row' }, h('button', { type: 'submit' }, t('talk.keep')), said),
    );
  }
}
