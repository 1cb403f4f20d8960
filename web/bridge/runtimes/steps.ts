const ORDER = 'data-fragment-index';

/**
 * Groups elements into steps in the order of reveal.js: equal `data-fragment-index` values form one step, and elements with a
 * number come before those without.
 */
export function inSteps<T extends Pick<Element, 'getAttribute'>>(elements: readonly T[]): T[][] {
  const numbered = new Map<number, T[]>();
  const others: T[][] = [];
  for (const element of elements) {
    const order = Number.parseInt(element.getAttribute(ORDER) ?? '', 10);
    if (Number.isNaN(order)) others.push([element]);
    else numbered.set(order, [...(numbered.get(order) ?? []), element]);
  }
  const inOrder = [...numbered].toSorted(([a], [b]) => a - b).map(([, group]) => group);
  return [...inOrder, ...others];
}
