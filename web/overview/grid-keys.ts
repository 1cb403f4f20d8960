/** The tile that a key moves to, in a grid of `count` tiles with `columns` per row; null if the grid does not handle the key. */
export function tileAfter(key: string, at: number, { count, columns }: { count: number; columns: number }): number | null {
  const last = count - 1;
  const within = (target: number) => (target >= 0 && target <= last ? target : at);
  switch (key) {
    case 'ArrowRight':
      return within(at + 1);
    case 'ArrowLeft':
      return within(at - 1);
    case 'ArrowDown':
      // Goes to the last row even if it has no tile directly below.
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
