// Choosing: clicks on things become answers; what cannot be chosen says why. Methods of the table (see page-table.js).

import { dialog, h, put, recall } from './dom.js';
import { Problem, get, percent, post, t } from './api.js';
import { icon } from './faces.js';
import { ruleLink } from './log.js';

export const choosing = {
  // --- choosing ----------------------------------------

  choicesFor(id) {
    return this.mode === 'live' && this.question?.yours ? this.question.choices.filter(([, , targets]) => targets.includes(id)) : [];
  },

  pick(id, event) {
    this.leave();
    if (!id) {
      this.closePop();
      return;
    }
    const direct = this.choicesFor(id);
    const token = this.tokens.get(id);
    const place = token ? token.at : id;
    const stack = [...this.tokens.values()].filter((x) => x.at === place);
    const litHere = stack.filter((x) => this.lit.has(x.id));
    const finger = event.pointerType === 'touch' && litHere.length > 1 && this.board.places.has(place) && !this.pop;
    if (direct.length === 1 && !finger) {
      this.choose(direct[0][0]);
      return;
    }
    if (direct.length > 1 && !finger) {
      this.choices(direct, id, event);
      return;
    }
    const there = this.choicesFor(place);
    if (token && !litHere.length && there.length === 1) {
      this.choose(there[0][0]);
      return;
    }
    if (!token && !there.length && litHere.length === 1 && this.choicesFor(litHere[0].id).length === 1) {
      this.choose(this.choicesFor(litHere[0].id)[0][0]);
      return;
    }
    if (stack.length && this.board.places.has(place)) this.stackCard(place, stack, event);
    else this.explain(id, event);
  },

  async choose(answer, sure = !recall('warn', true)) {
    if (this.busy || !this.question?.yours) return;
    this.busy = true;
    this.closePop();
    this.parts.bar.classList.add('sending');
    try {
      const reply = await post(`/api/table/${this.token}/answer`, { answer, serial: this.question.serial, side: this.question.side, sure });
      this.busy = false;
      if (reply.warn) {
        if (await this.certain(reply.warn)) await this.choose(answer, true);
      } else this.nudge();
    } catch (e) {
      if (!(e instanceof Problem)) throw e;
      if (e.stale) this.nudge();
      else this.trouble(e.message, e.rule);
    } finally {
      this.busy = false;
      this.parts.bar.classList.remove('sending');
    }
  },

  certain(words) {
    return dialog(t('table.sure'), (close) => [
      h('h2', {}, t('table.sure')),
      h('p', {}, words),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', class: 'main', onclick: () => close(false) }, t('table.go_back')),
        h('button', { type: 'button', class: 'anyway', onclick: () => close(true) }, t('table.anyway')),
      ),
    ]);
  },

  /** What the computer would do here: the best three options with the chance to win it sees. */
  async hint(event) {
    const asked = this.question.serial;
    const shown = this.popUp(
      t('table.hint'),
      event,
      h('p', { class: 'quiet', role: 'status' }, t('table.thinking_short'), h('span', { class: 'dots' })),
    );
    try {
      const found = await get(`/api/table/${this.token}/hints`, { as: this.as });
      if (this.pop !== shown || this.question?.serial !== asked) return;
      const row = (x) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', data: { answer: x.answer }, onclick: () => this.choose(x.answer), onfocus: () => this.point(x.targets) },
            h('span', { class: 'name' }, x.label),
            h('strong', {}, percent(x.chance)),
          ),
        );
      const list = found.length ? h('ul', { class: 'options hints' }, found.map(row)) : h('p', {}, t('table.no_hint'));
      this.popUp(t('table.hint'), event, h('p', { class: 'quiet' }, t('table.hint_help')), list);
    } catch (e) {
      this.trouble(e.message);
    }
  },

  /** Where no socket tells, ask. */
  nudge() {
    if (!this.line.live) this.line.poll();
  },

  async takeBack(whole = false) {
    if (this.busy) return;
    this.busy = true;
    try {
      const side = this.side ?? this.sides[0];
      if (this.undo.free) await post(`/api/table/${this.token}/undo`, { side, whole });
      else {
        const sure = await dialog(t('table.ask_undo'), (close) => [
          h('h2', {}, t('table.ask_undo')),
          h('p', {}, this.undo.why),
          h('p', {}, t('table.ask_undo_help')),
          h(
            'div',
            { class: 'row' },
            h('button', { type: 'button', class: 'main', onclick: () => close(true) }, t('table.ask_undo')),
            h('button', { type: 'button', onclick: () => close(false) }, t('house.cancel')),
          ),
        ]);
        if (sure) await post(`/api/table/${this.token}/undo`, { side, ask: true });
      }
      this.nudge();
    } catch (e) {
      this.trouble(e.message);
    } finally {
      this.busy = false;
    }
  },

  async grant(yes) {
    try {
      await post(`/api/table/${this.token}/grant`, { yes });
      this.nudge();
    } catch (e) {
      this.trouble(e.message);
    }
  },

  // --- words beside the pointer ----------------------------------------

  nameOf(id) {
    return this.tokens.get(id)?.name || this.board.places.get(id)?.name || '';
  },

  async reasons(id) {
    if (this.mode !== 'live' || !this.question?.yours || this.lit.has(id)) return [];
    if (!this.why.has(id))
      this.why.set(
        id,
        get(`/api/table/${this.token}/why`, { target: id, as: this.as }).catch(() => []),
      );
    return this.why.get(id);
  },

  /** Why nothing happens here: reasons tied to the thing, or to the place it lies on. */
  async whyNot(id) {
    const own = await this.reasons(id);
    const at = this.tokens.get(id)?.at;
    return own.length || !at ? own : this.reasons(at);
  },

  hover(id, event) {
    if (id === this.hovered) {
      if (!this.parts.tip.hidden) this.moveTip(event);
      return;
    }
    this.leave();
    this.hovered = id;
    if (!id || this.pop) return;
    this.hoverTimer = setTimeout(async () => {
      const reasons = await this.whyNot(id);
      if (this.hovered !== id) return;
      const lit = this.lit.get(id);
      const place = this.board.places.get(this.tokens.get(id)?.at || id);
      const stack = place ? [...this.tokens.values()].filter((x) => x.at === place.id) : [];
      put(
        this.parts.tip,
        h('strong', {}, this.nameOf(id)),
        this.tokens.has(id) && place
          ? h('span', { class: 'where' }, place.name)
          : stack.length
            ? h(
                'span',
                { class: 'where' },
                stack
                  .slice(0, 6)
                  .map((x) => x.name)
                  .join(', ') + (stack.length > 6 ? ' …' : ''),
              )
            : null,
        lit && lit !== this.nameOf(id) ? h('span', { class: 'do' }, lit) : null,
        reasons.slice(0, 3).map((r) => h('span', { class: 'no' }, r.why, ' ', h('span', { class: 'rule' }, r.rule))),
      );
      this.parts.tip.hidden = false;
      this.moveTip(event);
    }, 280);
  },

  moveTip(event) {
    const tip = this.parts.tip;
    const { offsetWidth: w, offsetHeight: hgt } = tip;
    tip.style.left = `${Math.min(event.clientX + 16, innerWidth - w - 8)}px`;
    tip.style.top = `${event.clientY + 20 + hgt > innerHeight ? event.clientY - hgt - 12 : event.clientY + 20}px`;
  },

  leave() {
    clearTimeout(this.hoverTimer);
    this.hovered = null;
    if (this.parts?.tip) this.parts.tip.hidden = true;
  },

  popUp(label, event, ...content) {
    this.closePop();
    this.leave();
    const before = document.activeElement;
    const pop = h(
      'div',
      {
        class: 'pop',
        role: 'dialog',
        'aria-label': label,
        onkeydown: (e) => {
          if (e.key === 'Escape') {
            e.stopPropagation();
            this.closePop();
            before?.focus?.();
          }
        },
      },
      h(
        'header',
        {},
        h('h2', {}, label),
        h(
          'button',
          {
            type: 'button',
            class: 'plain',
            'aria-label': t('house.close'),
            onclick: () => {
              this.closePop();
              before?.focus?.();
            },
          },
          '×',
        ),
      ),
      content,
    );
    this.parts.all.append(pop);
    this.pop = pop;
    const box = event.target?.getBoundingClientRect?.();
    const x = event.clientX || (box ? box.left + box.width / 2 : innerWidth / 2);
    const y = event.clientY || (box ? box.bottom : innerHeight / 2);
    pop.style.left = `${Math.max(8, Math.min(x + 12, innerWidth - pop.offsetWidth - 8))}px`;
    pop.style.top = `${Math.max(8, Math.min(y - 20, innerHeight - pop.offsetHeight - 8))}px`;
    (pop.querySelector('.lit, .options button') || pop.querySelector('button')).focus({ preventScroll: true });
    return pop;
  },

  closePop() {
    this.pop?.remove();
    this.pop = null;
  },

  options(list) {
    return h(
      'ul',
      { class: 'options' },
      list.map(([answer, label]) =>
        h('li', {}, h('button', { type: 'button', data: { answer }, onclick: () => this.choose(answer) }, label)),
      ),
    );
  },

  choices(list, id, event) {
    this.popUp(this.nameOf(id) || t('table.choose'), event, this.options(list));
  },

  /** A stack spread out: every piece with its name, the lit ones to click. */
  stackCard(place, stack, event) {
    const there = this.choicesFor(place);
    const row = (token) => {
      const mine = this.choicesFor(token.id);
      const words = h('span', { class: 'name' }, token.name);
      if (!mine.length)
        return h(
          'li',
          {
            class: 'quiet',
            onmouseenter: async (e) => {
              const li = e.currentTarget;
              const r = await this.reasons(token.id);
              if (r.length && !li.querySelector('.no')) li.append(h('span', { class: 'no' }, r[0].why, ' ', ruleLink(this, r[0].rule)));
            },
          },
          icon(token),
          words,
        );
      return h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            class: 'lit',
            data: { id: token.id },
            onclick: (e) => (mine.length === 1 ? this.choose(mine[0][0]) : this.choices(mine, token.id, e)),
          },
          icon(token),
          words,
        ),
      );
    };
    const order = [...stack].sort((a, b) => this.lit.has(b.id) - this.lit.has(a.id));
    this.popUp(
      this.board.places.get(place).name,
      event,
      h('ul', { class: 'stack' }, order.map(row)),
      there.length ? this.options(there) : null,
    );
    if (!there.length && !stack.some((x) => this.lit.has(x.id)))
      this.reasons(place).then((r) => {
        if (this.pop) this.pop.append(...r.slice(0, 3).map((x) => h('p', { class: 'no' }, x.why, ' ', ruleLink(this, x.rule))));
      });
  },

  async explain(id, event) {
    if (!id) return;
    const reasons = await this.whyNot(id);
    const choices = this.choicesFor(id);
    this.popUp(
      this.nameOf(id) || t('table.nothing_here'),
      event,
      reasons.slice(0, 6).map((r) => h('p', { class: 'no' }, r.why, ' ', ruleLink(this, r.rule))),
      choices.length ? this.options(choices) : null,
      !reasons.length && !choices.length ? h('p', { class: 'quiet' }, this.question?.yours ? t('table.not_now') : this.waiting()) : null,
    );
  },

  point(ids, move = false) {
    this.board.point(ids, { move });
  },

  say(words, { stay = false, rule = null } = {}) {
    clearTimeout(this.noticeTimer);
    put(this.parts.notice, h('p', {}, words, ' ', ruleLink(this, rule)));
    if (!stay) this.noticeTimer = setTimeout(() => put(this.parts.notice), 7000);
  },

  trouble(words, rule) {
    this.say(words, { rule });
  },
};
