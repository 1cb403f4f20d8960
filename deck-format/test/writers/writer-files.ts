import { aManifest, HTML } from '../a-deck.ts';

/** The files for every writer: text, an empty file, incompressible data, and a name with non-ASCII characters. */
export function writerFiles(): Map<string, Uint8Array> {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  return new Map([
    ['manifest.json', text(JSON.stringify(aManifest()))],
    ['slides/01.html', text(HTML)],
    ['slides/02.html', text(HTML.replace('Slide', 'Zweite Folie'))],
    ['assets/empty.txt', new Uint8Array(0)],
    ['assets/noise.png', noise(5000)],
    ['assets/größe.css', text('p { color: green }'.repeat(30))],
  ]);
}

/** Incompressible bytes, the same each time. */
function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}
