/** The keys of the player's commands as they are shown, most common first; `space` is replaced by its name in the chosen language. */
export const KEY_NAMES = {
  next: ['→', '↓', 'space', 'N', 'PgDn'],
  previous: ['←', '↑', 'P', 'PgUp', '⇧ space'],
  overview: ['O'],
  find: ['/'],
  goTo: ['G'],
  fullscreen: ['F', 'F5'],
  presenter: ['S'],
  laser: ['L'],
  draw: ['D'],
  notes: ['⇧ N'],
  black: ['B', '.'],
  white: ['W', ','],
  address: ['A'],
  help: ['?'],
  close: ['Esc'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;
