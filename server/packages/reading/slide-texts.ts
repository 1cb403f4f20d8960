import type { ContentsReader, Manifest } from 'deck-format';
import { FORMAT_LIMITS } from 'deck-format';
import { slideTexts, type SlideText } from 'deck-format/text';
import { innerNames } from '#shared/inner-names.ts';
import { PACKAGE_TEXT_MAX, PACKAGE_TEXTS_MAX } from '#shared/limits.ts';
import type { PackageText } from '#shared/search.ts';

/** Reads the text of the slides of a package while it is verified. One slide is in memory at a time, and then its text. */
export class SlideTexts implements ContentsReader {
  readonly #manifest: Manifest;
  readonly #texts = new Map<string, readonly SlideText[]>();
  readonly paths: ReadonlySet<string>;
  readonly maxBytes = FORMAT_LIMITS.slideBytes;
  #remaining = PACKAGE_TEXT_MAX;

  constructor(manifest: Manifest) {
    this.#manifest = manifest;
    this.paths = new Set(manifest.slides.map(({ file }) => file));
  }

  readonly read = (path: string, content: Uint8Array): void => {
    if (this.#remaining <= 0) return;
    const texts = slideTexts(decoded(content));
    for (const { text, notes, headings, documentTitle } of texts)
      this.#remaining -= text.length + notes.length + headings.length + documentTitle.length;
    this.#texts.set(path, texts);
  };

  /** The texts in the order of the slides. The slides inside a document come one by one. */
  found(): PackageText[] {
    const documents = Map.groupBy(this.#texts.values(), ([first]) => first?.documentTitle);
    /** What several documents have as their title is the name of the deck, and nothing that is on these slides. */
    const isOwn = (title: string) => title !== '' && documents.get(title)?.length === 1;
    const found = this.#manifest.slides.flatMap((slide, slideIndex) => {
      const texts = this.#texts.get(slide.file) ?? [];
      const names = innerNames(texts);
      return texts.map(({ inner, headings, text, notes, documentTitle }, at) => ({
        slideIndex,
        inner,
        innerName: inner === null ? null : (names[at] ?? null),
        headings,
        text,
        notes,
        ...(isOwn(documentTitle) ? { documentTitle } : {}),
      }));
    });
    return found.slice(0, PACKAGE_TEXTS_MAX);
  }
}

/** Documents are in UTF-8, unless they begin with the byte order mark of UTF-16. */
function decoded(content: Uint8Array): string {
  const [first, second] = content;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(content);
}
