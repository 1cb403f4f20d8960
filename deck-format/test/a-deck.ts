import { descriptorOf, correct, makeZip, utf8, type RawArchive, type RawEntry } from './zip-maker.ts';

export type Json = Record<string, unknown>;

/** A valid manifest with two slides. `changes` replaces fields; `undefined` removes one. */
export function aManifest(changes: Json = {}): Json {
  const slide = (index: number): Json => ({
    index,
    id: `s${index}`,
    label: `Slide ${index}`,
    file: `slides/0${index}.html`,
    thumbnail: null,
    notes: null,
  });
  return {
    schema: 'slidestage@1.0',
    id: 'a-deck',
    version: '1',
    title: 'A deck',
    subtitle: null,
    author: null,
    description: null,
    createdAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:05.000Z',
    architecture: 'multi-file',
    dimensions: { width: 1920, height: 1080 },
    totalSlides: 2,
    slides: [slide(1), slide(2)],
    ...changes,
  };
}

/** A valid manifest with changes to its first slide. */
export function aManifestWithSlide(changes: Json): Json {
  const manifest = aManifest();
  const [first, ...rest] = manifest['slides'] as Json[];
  return { ...manifest, slides: [{ ...first, ...changes }, ...rest] };
}

export const HTML = `<!doctype html><title>Slide</title>${'<p>Lorem ipsum dolor sit amet.</p>'.repeat(20)}`;

/** The entries of a valid deck: deflated, stored, and with a data descriptor. */
export function deckEntries(manifest: unknown = aManifest()): RawEntry[] {
  return [
    { name: 'manifest.json', content: typeof manifest === 'string' ? manifest : JSON.stringify(manifest) },
    { name: 'slides/01.html', content: HTML },
    described({ name: 'slides/02.html', content: `${HTML}<!-- second -->` }),
    { name: 'assets/dot.png', content: utf8('not really a picture, but stored'), stored: true },
  ];
}

/** The entry with a data descriptor after its data, and zeros in the local header. */
export function described(entry: RawEntry, width: 4 | 8 = 4, signed = true): RawEntry {
  const flags = 0x0800 | 8;
  const { fields } = correct(entry);
  const zeros = { crc32: 0, compressedSize: 0, size: 0 };
  return {
    ...entry,
    both: { ...entry.both, flags },
    local: { ...zeros, ...entry.local },
    descriptor: entry.descriptor ?? descriptorOf(fields, width, signed),
  };
}

/** A valid deck, except for the changes. */
export function aDeck(changes: Partial<RawArchive> = {}): Uint8Array {
  return makeZip({ entries: deckEntries(), ...changes });
}

/** A valid deck, except for the entry that `change` returns. */
export function aDeckWith(name: string, change: (entry: RawEntry) => RawEntry, changes: Partial<RawArchive> = {}): Uint8Array {
  return makeZip({ entries: deckEntries().map((entry) => (entry.name === name ? change(entry) : entry)), ...changes });
}

/** A valid deck with more entries at the end. */
export function aDeckAnd(...more: readonly RawEntry[]): Uint8Array {
  return makeZip({ entries: [...deckEntries(), ...more] });
}
