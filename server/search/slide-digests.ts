import { createHash } from 'node:crypto';
import type { slideDigests } from '#drizzle/schema/index.ts';
import { type DescribedVersion, slidesOf } from './entries.ts';

/** A version, with what its slides are compared by. */
export interface DigestedVersion extends DescribedVersion {
  /** Digests of the documents of the slides, by position (`slides`). */
  readonly documents: readonly string[];
  /** A digest of all other files of the package. */
  readonly otherFiles: string;
}

export type SlideDigestRow = Omit<typeof slideDigests.$inferInsert, 'versionId'>;

/**
 * The digests of the slides of a version. Two slides have the same `document` if their documents have the same bytes, as far as checksum,
 * size and text tell. A document without text may be nothing but an image or a script, so all other files must be the same, too.
 */
export function digestsOf({ documents, otherFiles, ...version }: DigestedVersion): SlideDigestRow[] {
  const texts = Map.groupBy(version.texts, ({ slideIndex }) => slideIndex);
  const shown = new Map(version.shown.map((slide) => [`${slide.slideIndex} ${slide.inner ?? ''}`, slide]));
  return slidesOf(version).map(({ slideIndex, inner, innerName }, position) => {
    const read = (texts.get(slideIndex) ?? []).map(({ headings, text, notes }) => [headings, text, notes]);
    const hasText = read.some(([, text]) => text !== '');
    const rendered = shown.get(`${slideIndex} ${inner ?? ''}`);
    return {
      position,
      slideIndex,
      inner,
      innerName,
      document: digestOf([documents[slideIndex] ?? '', read, hasText ? '' : otherFiles, inner]),
      shown: rendered === undefined ? null : shownDigest(rendered),
    };
  });
}

/** Lines may break elsewhere if a slide is shown at another time. */
function shownDigest({ content, miniatureDigest }: DescribedVersion['shown'][number]): string | null {
  if (content === null || miniatureDigest === null) return null;
  return digestOf([content.replaceAll(/\s+/gu, ' ').trim(), miniatureDigest]);
}

/** 128 bits are enough to tell slides apart, and the index stays small. */
function digestOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}
