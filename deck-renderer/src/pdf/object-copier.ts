import { createHash } from 'node:crypto';
import { PDFArray, type PDFContext, PDFDict, PDFNull, type PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';

/** What the browser prints is less than ten levels deep. */
const DEPTH_MAX = 100;

/**
 * Copies objects from printed pages into one document. Objects that are equal, such as a picture that is on each slide, are stored once.
 */
export class ObjectCopier {
  readonly #target: PDFContext;
  /** The objects of the document by their hash. */
  readonly #known = new Map<string, PDFRef>();

  constructor(target: PDFContext) {
    this.#target = target;
  }

  /**
   * Copies an object and all that it refers to.
   * @param addBytes is told the size of each stream that is stored
   * @throws Error if it is nested too deeply, or refers to itself
   */
  copy<T extends PDFObject>(object: T, source: PDFContext, addBytes: (bytes: number) => void): T;
  copy(object: PDFObject, source: PDFContext, addBytes: (bytes: number) => void): PDFObject {
    const copies = new Map<PDFRef, PDFObject>();
    const copy = (original: PDFObject, depth: number): PDFObject => {
      if (depth > DEPTH_MAX) throw new Error('An object of the printed page is nested too deeply.');
      if (original instanceof PDFRef) {
        const done = copies.get(original) ?? this.#store(copy(source.lookup(original) ?? PDFNull, depth + 1), addBytes);
        copies.set(original, done);
        return done;
      }
      if (original instanceof PDFArray) {
        const array = PDFArray.withContext(this.#target);
        for (const item of original.asArray()) array.push(copy(item, depth + 1));
        return array;
      }
      if (original instanceof PDFRawStream) {
        return PDFRawStream.of(copyDict(original.dict, depth), original.contents);
      }
      if (original instanceof PDFDict) return copyDict(original, depth);
      return original.clone(this.#target);
    };
    const copyDict = (original: PDFDict, depth: number): PDFDict => {
      const dict = PDFDict.withContext(this.#target);
      for (const [key, value] of original.entries()) dict.set(key, copy(value, depth + 1));
      return dict;
    };
    return copy(object, 0);
  }

  #store(object: PDFObject, addBytes: (bytes: number) => void): PDFRef {
    const hash = createHash('sha256').update(String(object instanceof PDFRawStream ? object.dict : object));
    if (object instanceof PDFRawStream) hash.update(object.contents);
    const key = hash.digest('base64');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (object instanceof PDFRawStream) addBytes(object.contents.length);
    const stored = this.#target.register(object);
    this.#known.set(key, stored);
    return stored;
  }
}
