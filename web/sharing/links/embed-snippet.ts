import type { DeckDetail } from '#shared/decks.ts';

/** Pixels. */
const WIDTH = 960;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** HTML that shows the deck of a link in another page, in the deck's proportions and at most as wide as the space there. */
export function embedSnippet(linkUrl: string, { title, manifest }: Pick<DeckDetail, 'title' | 'manifest'>): string {
  const { width, height } = manifest.dimensions;
  const address = linkUrl.replace('/s/', '/embed/');
  const style = `width:100%;max-width:${WIDTH}px;height:auto;aspect-ratio:${width}/${height};border:0`;
  const name = title.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
  const size = `width="${WIDTH}" height="${Math.round((WIDTH * height) / width)}"`;
  return `<iframe src="${address}" title="${name}" ${size} style="${style}" allow="fullscreen; autoplay" loading="lazy"></iframe>`;
}
