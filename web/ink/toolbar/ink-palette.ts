/** Nine colors for the keys 1 to 9, distinct on light and dark slides. Each has a name for people who cannot distinguish them. */
export const INK_COLORS = [
  { name: 'red', value: '#e5383b' },
  { name: 'orange', value: '#f77f00' },
  { name: 'yellow', value: '#ffc300' },
  { name: 'green', value: '#2a9d4a' },
  { name: 'turquoise', value: '#00a6a6' },
  { name: 'blue', value: '#1f7ae0' },
  { name: 'violet', value: '#8e44d6' },
  { name: 'black', value: '#1a1814' },
  { name: 'white', value: '#ffffff' },
] as const;

export type InkColor = (typeof INK_COLORS)[number]['value'];

export const HIGHLIGHTER_COLOR: InkColor = '#ffc300';

/** Yellow is used by the highlighter, black and white by slides. */
const AUTHORS_COLORS = INK_COLORS.filter(({ name }) => !['yellow', 'black', 'white'].includes(name));

/** The initial color of a user. It is always the same, so that a team can recognize each person's drawings. */
export function colorOfAuthor(userId: string): InkColor {
  let hash = 0;
  for (const character of userId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 31;
  return AUTHORS_COLORS[hash % AUTHORS_COLORS.length]?.value ?? INK_COLORS[0].value;
}
