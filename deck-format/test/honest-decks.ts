import { aDeck, aDeckAnd, aManifest, aManifestWithSlide, deckEntries, described } from './a-deck.ts';
import { zip64 } from './attacks/end-record.ts';
import { extraField, fields, makeZip, utf8, type RawEntry } from './zip-maker.ts';

/** Unusual but sound packages: everything that the reader has to let pass although few writers make it. */
export function honestDecks(): Uint8Array[] {
  const offline = {
    ready: true,
    mirroredAt: '2026-01-01',
    mirrorTool: { name: 'mirror' },
    skippedUrls: [{ url: 'https://a.example', reason: 'too-large' }],
    mirroredAssets: [{ originalUrl: 'https://a.example/dot.png', path: './assets/dot.png' }],
  };
  const soft = aManifest({
    ...aManifestWithSlide({ index: 7, thumbnail: 'assets/dot.png', notes: 'half \ud83d' }),
    totalSlides: 5,
    compat: { requires: ['camera', 'window-open'] },
    offline,
  });
  return [
    aDeck(),
    aDeckAnd({ name: 'assets/inner.zip', content: aDeck(), stored: true }),
    aDeck({ comment: utf8('short'), zip64: (place) => zip64(place) }),
    makeZip({ entries: deckEntries(soft) }),
    makeZip({ entries: deckEntries(aManifest({ compat: null, offline: null, platform: { minSchemaVersion: 'slidestage@1' } })) }),
    makeZip({ entries: deckEntries(aManifest({ compat: { notes: 'n' } })) }),
    ...(
      [
        [4, true],
        [4, false],
        [8, true],
        [8, false],
      ] as const
    ).map(([width, signed]) =>
      makeZip({ entries: deckEntries().map((entry) => described(withoutDescriptor(entry), width, signed)) }),
    ),
    aDeckAnd({ name: 'a.txt', content: 'x', central: { extra: extraField(1, fields([8, 1], [8, 3])) } }),
  ];
}

function withoutDescriptor({ descriptor: _descriptor, ...entry }: RawEntry): RawEntry {
  return entry;
}
