// Looking back, and looking away: recap, replay, the curtain between two people at one screen, the end. Methods of the table.

import { dialog, h, put, recall, remember } from './dom.js';
import { get, t } from './api.js';
import { graph } from './graph.js';
import { line as logLine, ruleLink } from './log.js';

export const PACES = { slow: 1600, normal: 800, fast: 300, none: 0 };

export const looking = {
  // --- the curtain: two people at one screen, with secrets ----------------------------------------

  drawCurtain() {
    const q = this.question;
    const needed =
      this.about.secrets &&
      this.sides.length === 2 &&
      !this.outcome &&
      this.mode === 'live' &&
      q &&
      q.here &&
      !q.agent &&
      this.side !== q.side;
    this.covered = Boolean(needed);
    this.parts.curtain.hidden = !needed;
    this.parts.all.toggleAttribute('inert', Boolean(needed));
    this.parts.all.classList.toggle('covered', Boolean(needed));
    if (!needed) return false;
    this.closePop();
    this.board.draw(new Map(), { still: true });
    for (const part of ['hands', 'lineups', 'status']) put(this.parts[part]);
    for (const pane of Object.values(this.parts.panes)) {
      put(pane);
      pane.lines = null;
    }
    const lift = h(
      'button',
      {
        type: 'button',
        class: `main big side-${q.side}`,
        onclick: () => {
          this.as = q.side;
          this.rev = null;
          this.stale = true;
          this.line.open();
        },
      },
      t('table.i_am', { side: q.name }),
    );
    put(
      this.parts.curtain,
      h(
        'div',
        { class: 'leaf narrow' },
        h('p', { class: 'kicker' }, this.about.name),
        h('h2', {}, t('table.curtain', { side: q.name })),
        h('p', {}, t('table.curtain_help')),
        lift,
      ),
    );
    lift.focus();
    return true;
  },

  // --- looking back: recap and replay ----------------------------------------

  async recap() {
    if (this.frames.length < 2) {
      const found = await get(`/api/table/${this.token}/frames`, { from: this.about.recap, as: this.as });
      this.frames = [];
      const kept = this.snapshot();
      for (const frame of found.frames) {
        this.merge(frame);
        this.frames.push({ ...this.snapshot(), lines: frame.lines });
      }
      Object.assign(this, kept);
    }
    if (this.frames.length < 2) {
      this.say(t('table.nothing_happened'));
      return;
    }
    this.kept = this.snapshot();
    this.mode = 'recap';
    this.step(1);
  },

  step(index) {
    this.index = Math.min(Math.max(index, 0), this.frames.length - 1);
    const frame = this.frames[this.index];
    Object.assign(this, { tokens: frame.tokens, panels: frame.panels, status: frame.status });
    this.draw();
    this.point(
      frame.lines.flatMap((x) => x.targets || []),
      true,
    );
    this.parts.live.textContent = frame.lines.map((x) => x.text).join(' ');
  },

  async playFrames() {
    this.playing = !this.playing;
    if (this.playing && this.index >= this.frames.length - 1) this.step(0);
    this.drawBar();
    while (this.playing && this.mode === 'recap' && this.index < this.frames.length - 1) {
      await this.pause(PACES[recall('pace', 'normal')] || 300);
      if (this.playing && this.mode === 'recap') this.step(this.index + 1);
    }
    this.playing = false;
    if (this.mode === 'recap') this.drawBar();
  },

  async look(number) {
    const wanted = Math.max(0, Math.min(number, this.serial));
    const first = this.mode !== 'still';
    if (this.mode === 'live') this.kept = this.snapshot();
    this.mode = 'still';
    this.at = wanted;
    if (this.asking) return; // one question at a time; the newest wish is asked when the answer is there
    let still;
    this.asking = true;
    try {
      do still = await get(`/api/table/${this.token}/at/${this.at}`, { as: this.as });
      while (this.mode === 'still' && still.at !== Math.min(this.at, still.serial));
    } catch (e) {
      this.trouble(e.message);
      return;
    } finally {
      this.asking = false;
    }
    if (this.mode !== 'still') return;
    this.merge(still);
    this.still = still;
    history.replaceState(null, '', `${location.pathname}?at=${still.at}`);
    this.draw();
    const last = still.lines.filter((x) => x.n === still.lines.at(-1)?.n);
    this.point(last.flatMap((x) => x.targets || []));
    if (first) this.parts.bar.querySelector('input[type=range]')?.focus();
  },

  async playStill() {
    this.playing = !this.playing;
    this.drawBar();
    while (this.playing && this.mode === 'still' && this.at < this.serial) {
      await Promise.all([this.look(this.at + 1), this.pause(PACES[recall('pace', 'normal')] || 200)]);
    }
    this.playing = false;
    if (this.mode === 'still') this.drawBar();
  },

  /** Back to the match as it stands. */
  async live() {
    this.playing = false;
    this.mode = 'live';
    this.point([]);
    history.replaceState(null, '', location.pathname);
    if (this.kept) Object.assign(this, this.kept);
    this.kept = null;
    const now = await get(`/api/table/${this.token}`, { as: this.as });
    this.rev = now.rev;
    this.queue = [];
    this.apply(now);
    this.draw();
    this.line.open();
  },

  // --- the end ----------------------------------------

  async victory() {
    const o = this.outcome;
    const lastLines = this.log.slice(-6).filter((x) => !x.heading);
    const course = h('div', { class: 'course-holder' });
    const next = await dialog(
      t('table.over'),
      (close) =>
        [
          h('p', { class: 'kicker' }, t('table.over')),
          h('h2', { class: 'winner' }, o.winner === null ? t('table.draw') : t('table.wins', { side: o.name })),
          h('p', { class: 'lead' }, o.text, ' ', ruleLink(this, o.rule)),
          lastLines.length
            ? h(
                'div',
                { class: 'last-lines' },
                lastLines.slice(-3).map((x) => logLine(this, x)),
              )
            : null,
          h(
            'div',
            { class: 'row' },
            h('button', { type: 'button', class: 'main', onclick: () => close('') }, t('table.see_table')),
            h('button', { type: 'button', onclick: () => close('replay') }, t('replay.replay')),
            h('a', { class: 'button', href: '/' }, t('house.home')),
          ),
          this.course(course, close),
        ].filter(Boolean),
      `victory side-${o.winner ?? 2}`,
    );
    if (next === 'replay') this.look(0);
    else if (typeof next === 'number') this.look(next);
    else remember('last', this.token);
  },

  /** The course of the chances comes when it is ready; a point of it leads to its position. */
  course(holder, close) {
    put(holder, h('p', { class: 'quiet', role: 'status' }, t('table.chances_soon'), h('span', { class: 'dots', 'aria-hidden': 'true' })));
    graph(this, close)
      .catch(() => null)
      .then((figure) => put(holder, figure));
    return holder;
  },
};
