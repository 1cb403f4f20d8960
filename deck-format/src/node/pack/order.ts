/** Numbers by value, so that `slide-10` comes behind `slide-9`; equal ones by code unit, so that the order is total. */
const collator = new Intl.Collator('en', { numeric: true });

/** Paths in the order in which people number slides. */
export function inSlideOrder(paths: readonly string[]): string[] {
  return paths.toSorted((a, b) => collator.compare(a, b) || (a < b ? -1 : Number(a > b)));
}
