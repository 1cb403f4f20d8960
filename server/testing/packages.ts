import type { Manifest } from 'deck-format';
import { buildManifest, type DeckFields, packFiles, type SlideFields, textContent, zipFiles } from 'deck-format/node';

export interface PackageWish extends Partial<Omit<DeckFields, 'slides'>> {
  /** The number of slides, or the slides themselves. */
  readonly slides?: number | readonly SlideFields[];
  /** Files in addition to the slides that a number creates. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** A valid package with small HTML slides (default: two) and further files. */
export async function aPackage(wish: PackageWish = {}): Promise<Uint8Array> {
  return packFiles(contentsOf(wish));
}

/** A package with a changed manifest. Nothing is checked when it is written. */
export async function aBadPackage(tamper: (manifest: Manifest) => unknown, wish: PackageWish = {}): Promise<Uint8Array> {
  const { files, ...deck } = contentsOf(wish);
  const manifest = JSON.stringify(tamper(await buildManifest(deck, files)));
  return anArchive(new Map([...files, ['manifest.json', textContent(manifest)]]));
}

/** A zip archive of only these files, which may not be a valid package. */
export async function anArchive(files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(zipFiles(files, new Date(0))));
}

/** The archive with the letters “ä” of its names in code page 437, as Windows Explorer writes them. */
export function withNamesOfWindows(archive: Uint8Array): Uint8Array {
  // The version that is needed (2.0) and the flags, in both headers of an entry.
  const [utf8, unmarked] = ['\x14\0\0\x08', '\x14\0\0\0'];
  const bytes = Buffer.from(archive).toString('latin1');
  return Buffer.from(bytes.replaceAll(utf8, unmarked).replaceAll('\xc3\xa4', '\x84\x84'), 'latin1');
}

function contentsOf({ title = 'A deck', slides = 2, files = {}, ...fields }: PackageWish) {
  const named =
    typeof slides === 'number' ? Array.from({ length: slides }, (_, at) => ({ file: `slides/${at + 1}.html` })) : slides;
  const counted = typeof slides === 'number' ? named.map(({ file }) => [file, textContent(slideHtml(file))] as const) : [];
  const wished = Object.entries(files).map(
    ([path, content]) => [path, typeof content === 'string' ? textContent(content) : content] as const,
  );
  return { ...fields, title, slides: named, files: new Map([...counted, ...wished]) };
}

function slideHtml(file: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${file}</title><body><h1>${file}</h1></body></html>\n`;
}
