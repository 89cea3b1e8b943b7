// Home: pick a title, a scenario, options, and who sits where; or go on with a match.

import { dialog, h, paragraphs, put, recall, remember } from './dom.js';
import { Problem, get, lang, post, t, when } from './api.js';
import { framed, trouble } from './frame.js';
import { isTimed, secondsSelect } from './levels.js';
import { dropSeat, keepSeat, seats } from './seats.js';

let titles = [];

export async function show(root) {
  const redraw = () => show(root);
  titles = await get('/api/titles');
  const draw = () => {
    const chosen = titles.find((x) => `#${x.id}` === location.hash);
    if (chosen) framed(root, chosen.name, redraw, titlePage(chosen));
    else framed(root, '', redraw, hall());
    if (!chosen) listMatches();
  };
  window.onhashchange = () => {
    draw();
    scrollTo(0, 0);
    document.getElementById('content').focus({ preventScroll: true });
  };
  draw();
}

// --- the hall: titles and matches ---------------------------------------------------------------------

function hall() {
  return [
    h(
      'section',
      { class: 'masthead' },
      h('p', { class: 'over' }, t('home.over')),
      h('h1', {}, 'Bivouac'),
      h('p', { class: 'under' }, t('home.under')),
    ),
    h(
      'section',
      { 'aria-labelledby': 'titles-h' },
      h('h2', { id: 'titles-h', class: 'ruled' }, t('home.titles')),
      h('ul', { class: 'titles' }, titles.map(card)),
    ),
    h(
      'section',
      { id: 'matches', 'aria-labelledby': 'matches-h' },
      h('h2', { id: 'matches-h', class: 'ruled' }, t('home.matches')),
      h('div', { class: 'list' }, h('p', {}, '…')),
    ),
    h('section', { 'aria-labelledby': 'save-h' }, h('h2', { id: 'save-h', class: 'ruled' }, t('home.save')), uploader()),
  ];
}

function card(title) {
  return h(
    'li',
    {},
    h(
      'a',
      { class: 'title-card', href: `#${title.id}` },
      h('span', { class: 'plate' }, h('img', { src: picture(title), alt: '', loading: 'lazy' })),
      h(
        'span',
        { class: 'words' },
        h('strong', {}, title.name),
        h('span', { class: 'blurb' }, title.blurb),
        h(
          'span',
          { class: 'facts' },
          [title.length, title.weight].filter(Boolean).map((f) => h('span', {}, f)),
          title.secrets ? h('span', {}, t('home.secrets')) : null,
        ),
      ),
    ),
  );
}

const picture = (title, scenario) =>
  `/api/titles/${title.id}/picture.svg?lang=${lang()}${scenario ? `&scenario=${encodeURIComponent(scenario)}` : ''}`;

async function listMatches() {
  const tokens = seats();
  const place = document.querySelector('#matches .list');
  if (!tokens.length) {
    put(place, h('p', { class: 'quiet' }, t('home.no_matches')));
    return;
  }
  let found;
  try {
    found = await post('/api/matches/status', { tokens });
  } catch (e) {
    put(place, trouble(e.message));
    return;
  }
  const rows = tokens.map((token, i) => ({ token, ...found[i], known: found[i] !== null })).filter((r) => r.known);
  const group = (name, list) => (list.length ? [h('h3', {}, name), h('ul', { class: 'matches' }, list.map(matchRow))] : []);
  rows.sort((a, b) => b.updated - a.updated);
  put(
    place,
    group(
      t('home.running'),
      rows.filter((r) => !r.outcome),
    ),
    group(
      t('home.finished'),
      rows.filter((r) => r.outcome),
    ),
  );
  if (!rows.length) put(place, h('p', { class: 'quiet' }, t('home.no_matches')));
}

function matchRow(row) {
  const state = row.outcome || (row.yours ? t('home.your_turn') : t('home.turn_of', { side: row.asked }));
  return h(
    'li',
    { class: row.yours && !row.outcome ? 'yours' : '' },
    h('a', { href: `/t/${row.token}` }, h('strong', {}, row.name), ' ', h('span', {}, row.scenario), h('span', { class: 'state' }, state)),
    h('span', { class: 'time' }, when(row.updated)),
    h(
      'button',
      {
        type: 'button',
        class: 'plain',
        'aria-label': t('home.forget', { name: row.name }),
        title: t('home.forget', { name: row.name }),
        onclick: async () => {
          const sure = await dialog(t('home.forget', { name: row.name }), (close) => [
            h('p', {}, t('home.forget_sure')),
            h(
              'div',
              { class: 'row' },
              h('button', { type: 'button', class: 'main', onclick: () => close(true) }, t('home.forget', { name: row.name })),
              h('button', { type: 'button', onclick: () => close(false) }, t('house.cancel')),
            ),
          ]);
          if (sure) {
            dropSeat(row.token);
            listMatches();
          }
        },
      },
      '×',
    ),
  );
}

// --- one title ----------------------------------------------------------------------------------------

function titlePage(title) {
  const kept = recall(`setup.${title.id}`, {});
  const say = h('div', { 'aria-live': 'polite' });
  const plate = h('img', { class: 'board-plate', src: picture(title), alt: t('home.picture', { name: title.name }) });
  let own = null;
  const about = h('div', { class: 'about-scenario' });
  const scenario = h(
    'select',
    {
      id: 'scenario',
      onchange: () => {
        own = null;
        drawScenario();
      },
    },
    title.scenarios.map((x) => h('option', { value: x.id }, x.name)),
  );
  if (title.scenarios.some((x) => x.id === kept.scenario)) scenario.value = kept.scenario;
  const drawScenario = () => {
    const x = title.scenarios.find((one) => one.id === scenario.value);
    plate.src = picture(title, scenario.value);
    put(
      about,
      x.source === 'reconstructed' ? h('p', { class: 'stamp' }, t('home.reconstructed')) : null,
      x.page.map((p) => h('p', {}, p)),
    );
  };
  drawScenario();
  const boxes = title.options.map((o) => ({
    o,
    box: h('input', {
      type: 'checkbox',
      id: `o-${o.id}`,
      checked: (kept.options || []).includes(o.id),
      onchange: () => check(),
      'aria-describedby': `h-${o.id}`,
    }),
  }));
  const who = [0, 1].map((side) => seatChoice(title, side, kept.seats?.[side], kept.seconds?.[side]));
  const wish = () => ({
    title: title.id,
    scenario: scenario.value,
    options: boxes.filter((b) => b.box.checked).map((b) => b.o.id),
    ...seated(who),
    ...(own ? { scenario_text: own } : {}),
  });
  const check = async () => {
    try {
      await post('/api/matches', { ...wish(), check: true });
      put(say);
    } catch (e) {
      put(say, trouble(e.message));
    }
  };
  const start = h(
    'button',
    {
      class: 'main big',
      type: 'button',
      id: 'start',
      onclick: async () => {
        start.disabled = true;
        try {
          const made = await post('/api/matches', wish());
          remember(`setup.${title.id}`, {
            scenario: scenario.value,
            options: wish().options,
            seats: who.map((x) => x.seat.value),
            seconds: who.map((x) => Number(x.seconds.value)),
          });
          keepSeat(made.token);
          location.href = made.url + (made.invites.length ? '#invite' : '');
        } catch (e) {
          put(say, trouble(e.message));
          start.disabled = false;
        }
      },
    },
    t('home.start'),
  );
  const ownFile = title.own_scenario
    ? ownScenario((text, name) => {
        own = text;
        put(about, h('p', {}, t('home.own', { name })));
        check();
      })
    : null;
  const groups = [...new Set(title.options.map((o) => o.group))];
  const optionList = groups.map((g) =>
    h(
      'div',
      { class: 'option-group' },
      groups.length > 1 ? h('h3', {}, g) : null,
      boxes
        .filter((b) => b.o.group === g)
        .map(({ o, box }) =>
          h(
            'div',
            { class: 'option' },
            box,
            h('label', { for: box.id }, o.name),
            h('p', { id: `h-${o.id}` }, o.help, ' ', h('a', { class: 'rule', href: `/rules/${title.id}#${o.rule}` }, o.rule)),
          ),
        ),
    ),
  );
  return h(
    'article',
    { class: 'leaf title-page' },
    h('p', { class: 'kicker' }, h('a', { href: '#' }, t('home.all_titles'))),
    h('h1', {}, title.name),
    h('p', { class: 'lead' }, title.blurb),
    h(
      'p',
      { class: 'facts' },
      [title.length, title.weight, title.secrets ? t('home.secrets') : null].filter(Boolean).map((f) => h('span', {}, f)),
      h('a', { href: `/rules/${title.id}` }, t('home.rules_link', { n: title.clauses })),
    ),
    h(
      'div',
      { class: 'columns' },
      h(
        'form',
        { class: 'setup', onsubmit: (e) => e.preventDefault() },
        h('div', { class: 'field' }, h('label', { for: 'scenario' }, t('home.scenario')), scenario),
        h(
          'fieldset',
          {},
          h('legend', {}, t('home.who')),
          [0, 1].map((side) =>
            h(
              'div',
              { class: `field seat side-${side}` },
              h('label', { for: `seat-${side}` }, title.sides[side]),
              who[side].seat,
              who[side].seconds,
            ),
          ),
        ),
        h('div', { class: 'go' }, start, say),
        h('div', { class: 'field' }, about, ownFile),
        boxes.length ? h('fieldset', {}, h('legend', {}, t('home.options')), optionList) : null,
      ),
      h(
        'div',
        { class: 'beside' },
        h('figure', {}, plate),
        title.howto ? h('details', { class: 'howto' }, h('summary', {}, t('rules.howto')), paragraphs(title.howto)) : null,
        h(
          'section',
          { class: 'provenance' },
          h('h2', {}, t('home.about')),
          h(
            'p',
            {},
            Object.entries(title.credits).map(([role, name]) => [credit(role, name), h('br')]),
          ),
          h('p', { class: 'quiet' }, t('home.unofficial')),
          title.original ? [h('h3', {}, t('home.original')), paragraphs(title.original)] : null,
          title.reconstructed ? [h('h3', {}, t('home.is_reconstructed')), paragraphs(title.reconstructed)] : null,
        ),
      ),
    ),
  );
}

function credit(role, name) {
  const key = `home.credit_${role}`;
  return t(key) === key ? `${role}: ${name}` : t(key, { name });
}

/** Who sits at a side, and for a computer that takes its time how long it may think. */
function seatChoice(title, side, kept, seconds, prefix = '') {
  const options = [
    ['me', t('home.me')],
    ['here', t('home.here')],
    ['link', t('home.link')],
    ...title.levels.map((l) => [`computer:${l.id}`, t('home.computer', { level: l.name })]),
  ];
  const select = h(
    'select',
    { id: `${prefix}seat-${side}`, onchange: () => draw() },
    options.map(([value, name]) => h('option', { value }, name)),
  );
  const standard = side === 0 ? 'me' : `computer:${title.levels[Math.floor(title.levels.length / 2)].id}`;
  select.value = options.some(([v]) => v === kept) ? kept : standard;
  const label = `${title.sides[side]}: ${t('home.seconds')}`;
  const choice = { seat: select, seconds: secondsSelect(`${prefix}seconds-${side}`, title.seconds, seconds, label) };
  const draw = () => {
    choice.seconds.hidden = !isTimed(title.levels, select.value.replace('computer:', ''));
  };
  draw();
  return choice;
}

/** The chosen seats as the server wants them. */
function seated(who) {
  const timed = [0, 1].filter((side) => !who[side].seconds.hidden);
  return {
    seats: { 0: who[0].seat.value, 1: who[1].seat.value },
    seconds: Object.fromEntries(timed.map((side) => [side, Number(who[side].seconds.value)])),
  };
}

function ownScenario(chosen) {
  const input = h('input', {
    type: 'file',
    id: 'own',
    accept: '.toml,text/plain',
    onchange: async () => {
      const f = input.files[0];
      if (f) chosen(await f.text(), f.name);
    },
  });
  return h('details', {}, h('summary', {}, t('home.own_scenario')), h('label', { for: 'own' }, t('home.own_file')), input);
}

// --- saves --------------------------------------------------------------------------------------------

function uploader() {
  const say = h('div', { 'aria-live': 'polite' });
  const file = h('input', { type: 'file', id: 'save-file', accept: '.json,application/json' });
  const who = [0, 1].map((side) => seatChoice(titles[0], side, undefined, undefined, 'save-'));
  const go = h(
    'button',
    {
      type: 'button',
      onclick: async () => {
        if (!file.files[0]) {
          file.focus();
          put(say, trouble(t('home.choose_file')));
          return;
        }
        try {
          const made = await post('/api/saves', { save: await file.files[0].text(), ...seated(who) });
          keepSeat(made.token);
          location.href = made.url + (made.invites.length ? '#invite' : '');
        } catch (e) {
          if (!(e instanceof Problem)) throw e;
          put(say, trouble(e.message));
        }
      },
    },
    t('home.continue'),
  );
  return h(
    'form',
    { class: 'upload', onsubmit: (e) => e.preventDefault() },
    h('div', { class: 'field' }, h('label', { for: 'save-file' }, t('home.save_file')), file),
    [0, 1].map((side) =>
      h('div', { class: 'field' }, h('label', { for: `save-seat-${side}` }, titles[0].sides[side]), who[side].seat, who[side].seconds),
    ),
    go,
    say,
  );
}
