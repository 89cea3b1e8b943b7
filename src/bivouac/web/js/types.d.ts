// Types of the client's own that comments cannot say.

/** What an element may hold; what is nothing is left out. */
export type Child = Node | string | number | null | undefined | false | Child[];

/** What an element is given: attributes (null, undefined and false leave one out), handlers by their `on` names, `data` for the data set. */
export interface Attributes {
  onclick?: (e: MouseEvent) => unknown;
  onkeydown?: (e: KeyboardEvent) => unknown;
  onmouseenter?: (e: MouseEvent) => unknown;
  onmouseleave?: (e: MouseEvent) => unknown;
  onfocus?: (e: FocusEvent) => unknown;
  onblur?: (e: FocusEvent) => unknown;
  oninput?: (e: Event) => unknown;
  onchange?: (e: Event) => unknown;
  ontoggle?: (e: Event) => unknown;
  onsubmit?: (e: SubmitEvent) => unknown;
  data?: Record<string, string | number>;
  [name: string]: unknown;
}
