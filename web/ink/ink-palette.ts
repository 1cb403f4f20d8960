/** Nine inks for the keys 1 to 9: told apart on light and on dark slides, and named for those who cannot. */
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

/** Yellow is the highlighter's, black and white belong to slides. */
const AUTHORS_COLORS = INK_COLORS.filter(({ name }) => !['yellow', 'black', 'white'].includes(name));

/** The colour that a person starts with: always the same one, so that a team knows its people by it. */
export function colorOfAuthor(userId: string): InkColor {
  let hash = 0;
  for (const character of userId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 31;
  return AUTHORS_COLORS[hash % AUTHORS_COLORS.length]?.value ?? INK_COLORS[0].value;
}
