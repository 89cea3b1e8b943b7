// Sounds, made here and not recorded: marching, a volley, guns, dice, a call. Off until somebody wants them.

/** @import { Happening } from './table/model/state-changes.js' */

import { button, s } from './dom.js';
import { recall, remember } from './memory.js';
import { t } from './words.js';

const HORN = 'M3 9v6h4l6 5V4L7 9zM16 8a5 5 0 010 8M18.500 5a9 9 0 010 14';

/** @type {AudioContext | null} */
let audio = null;

const isOn = () => recall('sound', false);

/**
 * Noise through a filter: a shot, a step, a die on wood.
 * @param {number} at seconds from now
 * @param {{ long: number, low: number, loud: number }} how
 */
function knock(at, { long, low, loud }) {
  if (!audio) return;
  const length = Math.ceil(audio.sampleRate * long);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const filter = new BiquadFilterNode(audio, { type: 'lowpass', frequency: low });
  const gain = new GainNode(audio, { gain: loud });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
}

/**
 * @param {number} at
 * @param {number} pitch
 * @param {number} long
 */
function note(at, pitch, long) {
  if (!audio) return;
  const from = audio.currentTime + at;
  const tone = new OscillatorNode(audio, { type: 'sawtooth', frequency: pitch });
  const filter = new BiquadFilterNode(audio, { type: 'lowpass', frequency: 1600 });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(0.12, from + 0.03);
  gain.gain.exponentialRampToValueAtTime(0.001, from + long);
  tone.connect(filter).connect(gain).connect(audio.destination);
  tone.start(from);
  tone.stop(from + long);
}

const LOSSES = ['destroyed', 'loss', 'hit'];
const SOUNDS = {
  march: () => [0, 0.18, 0.36, 0.54].forEach((at) => knock(at, { long: 0.09, low: 500, loud: 0.5 })),
  volley: () => Array.from({ length: 7 }, () => knock(Math.random() * 0.35, { long: 0.22, low: 2600, loud: 0.25 })),
  guns: () => [0, 0.25].forEach((at) => knock(at, { long: 0.9, low: 180, loud: 1 })),
  dice: () => [0, 0.07, 0.13, 0.22].forEach((at) => knock(at, { long: 0.05, low: 3500, loud: 0.3 })),
  call: () => [392, 523, 659].forEach((pitch, i) => note(i * 0.16, pitch, i === 2 ? 0.5 : 0.18)),
};

/** @param {keyof typeof SOUNDS} name */
export function play(name) {
  if (!isOn() || document.hidden) return;
  audio ??= new AudioContext();
  audio.resume().then(
    () => void SOUNDS[name](),
    () => {},
  ); // a browser may want a click first
}

/**
 * What is to be heard of a happening.
 * @param {Happening} found
 */
export function resound({ moves, shots, marks, lines }) {
  if (shots.length) play(marks.some(({ kind }) => LOSSES.includes(kind)) ? 'guns' : 'volley');
  else if (lines.some((x) => x.dice)) play('dice');
  else if (moves.length) play('march');
}

/** @returns {HTMLElement} */
export function soundButton() {
  const sign = s('svg', { class: 'sign horn', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, s('path', { d: HORN }));
  const made = button(
    sign,
    () => {
      remember('sound', !isOn());
      made.setAttribute('aria-pressed', String(isOn()));
      play('call');
    },
    { class: 'plain sound', 'aria-pressed': String(isOn()), 'aria-label': t('table.sound'), title: t('table.sound') },
  );
  return made;
}
