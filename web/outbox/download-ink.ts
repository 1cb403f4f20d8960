import type { INK_KIND } from '#shared/ink.ts';
import type { UnsentInk } from './unsent.ts';

/** Hands strokes over as the file that the API would take them as. */
export function downloadInk({ deckTitle, slideIndex, add }: UnsentInk): void {
  const payload = JSON.stringify({ kind: 'lectern-ink@1', strokes: add } satisfies { kind: typeof INK_KIND; strokes: unknown });
  const url = URL.createObjectURL(new Blob([payload], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${deckTitle} ${slideIndex + 1}.json`;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
