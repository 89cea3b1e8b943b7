// What this browser remembers, under names of our own. Private windows may forget.

/**
 * @param {string} name
 * @param {unknown} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`bivouac.${name}`, JSON.stringify(value));
  } catch {
    /* private windows forget */
  }
}

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`bivouac.${name}`) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** The page in the colours somebody wants: light, dark, or as the machine has them. */
export function dress() {
  const wanted = recall('theme', 'auto');
  if (wanted === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
}
