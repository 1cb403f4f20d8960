import type { Visitor } from './visitor.ts';

/** Downloads the package of the deck. With a password, the browser cannot send the grant with a link, so the page reads the file. */
export async function download(visitor: Visitor): Promise<void> {
  const link = document.createElement('a');
  link.download = '';
  if (!visitor.isGranted) {
    link.href = visitor.address('/blob');
    link.click();
    return;
  }
  const response = await visitor.ask('/blob');
  const [, name = 'deck.stage'] = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
