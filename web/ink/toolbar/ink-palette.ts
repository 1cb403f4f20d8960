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

export const HIGHLIGHTER_COLOR = '#ffc300';

/** The name of a color that a pen can have: one of the nine, or the user's own. */
export function inkColorName(color: string): (typeof INK_COLORS)[number]['name'] | 'own' {
  return INK_COLORS.find(({ value }) => value === color)?.name ?? 'own';
}
