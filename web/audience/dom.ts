type Child = Node | string | false | null;

/**
 * Creates an element. Texts become text nodes, so nothing that people wrote is read as HTML.
 *
 * @param attributes `true` sets an attribute without a value; `false` and undefined leave it out
 */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) element.setAttribute(attribute, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== false));
  return element;
}

/** A button that calls `press`. */
export function button(
  attributes: Readonly<Record<string, string | boolean | undefined>>,
  press: () => void,
  ...children: readonly Child[]
): HTMLButtonElement {
  const element = h('button', { type: 'button', ...attributes }, ...children);
  element.addEventListener('click', () => element.ariaDisabled !== 'true' && press());
  return element;
}
