/**
 * The colors of people. White text on each of them has a contrast of at least 4.5:1, and each has at least 3:1 to the paper, to the
 * stage, and to white and black slides.
 */
export const PERSON_COLORS = [
  '#e60134',
  '#bb5703',
  '#916d0e',
  '#4d8002',
  '#047f5b',
  '#0f7f89',
  '#0274b7',
  '#4854fd',
  '#9730ee',
  '#d4059a',
] as const;

/**
 * The color of a person: of their avatar, their pen until they choose another color, their laser pointer and their name beside what
 * they draw. It follows from the id alone, so every window shows the same one.
 */
export function personColor(personId: string): string {
  // FNV-1a, which also spreads ids that differ in one character only.
  let hash = 0x811c9dc5;
  for (const character of personId) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  // The lower bits alone are poorly mixed.
  const mixed = (hash ^ (hash >>> 15)) >>> 0;
  return PERSON_COLORS[mixed % PERSON_COLORS.length] ?? PERSON_COLORS[0];
}
