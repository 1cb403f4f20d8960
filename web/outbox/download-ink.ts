import type { INK_KIND } from '#shared/ink.ts';
import type { UnsentInk } from './unsent.ts';

/** Downloads strokes in the format that the API accepts. */
export function downloadInk({ deckTitle, slideIndex, add }: UnsentInk): void {
  const payload = JSON.stringify({ kind: 'lectern-ink@1', strokes: add } satisfies { kind: typeof INK_KIND; strokes: unknown });
  const url = URL.createObjectURL(new Blob([payload], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${deckTitle} ${slideIndex + 1}.json`;
  link.click();
  // The browser has read the blob by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
