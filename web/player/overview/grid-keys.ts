/** Where a key leads in a grid of `count` tiles, `columns` in each row; null: it is no key of the grid. */
export function tileAfter(key: string, at: number, { count, columns }: { count: number; columns: number }): number | null {
  const last = count - 1;
  const within = (target: number) => (target >= 0 && target <= last ? target : at);
  switch (key) {
    case 'ArrowRight':
      return within(at + 1);
    case 'ArrowLeft':
      return within(at - 1);
    case 'ArrowDown':
      // Into the last row even where it has nothing right below.
      return Math.floor(at / columns) < Math.floor(last / columns) ? Math.min(at + columns, last) : at;
    case 'ArrowUp':
      return within(at - columns);
    case 'PageDown':
      return Math.min(at + 3 * columns, last);
    case 'PageUp':
      return Math.max(at - 3 * columns, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}
