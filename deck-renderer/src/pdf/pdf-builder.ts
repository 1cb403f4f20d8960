import {
  concatTransformationMatrix,
  drawObject,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
  PDFString,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  setLineWidth,
  setStrokingGrayscaleColor,
  stroke,
} from '@cantoo/pdf-lib';
import type { Size } from '../slides/stage-page.ts';
import { ObjectCopier } from './object-copier.ts';

/** A PDF has 72 points where CSS has 96 pixels. */
export const POINTS_PER_PIXEL = 0.75;

/** A part of a page in points, from the lower left corner. */
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** Something that can be drawn on pages, and its size in points. */
export interface Form extends Size {
  readonly ref: PDFRef;
}

/** A place on a page. */
export interface Spot {
  readonly page: PDFPage;
  readonly box: Box;
}

/** What the browser prints has one page unless it is long text; a page of a form that is not a number has this size. */
const NO_SIZE = 1;
const BORDER_GRAY = 0.75;
const CREATOR = 'deck-renderer';

/** Makes a PDF of printed pages and pictures. */
export class PdfBuilder {
  readonly #document: PDFDocument;
  readonly #copier: ObjectCopier;
  readonly #addBytes: (bytes: number) => void;

  private constructor(document: PDFDocument, addBytes: (bytes: number) => void) {
    this.#document = document;
    this.#copier = new ObjectCopier(document.context);
    this.#addBytes = addBytes;
  }

  /** @param addBytes is told how many bytes are added to the document, and can throw */
  static async create(addBytes: (bytes: number) => void): Promise<PdfBuilder> {
    return new PdfBuilder(await PDFDocument.create({ updateMetadata: false }), addBytes);
  }

  get pageCount(): number {
    return this.#document.getPageCount();
  }

  /** Takes the pages of a PDF that the browser has printed. @throws Error if it cannot be read */
  async embedPrinted(pdf: Uint8Array): Promise<Form[]> {
    const printed = await PDFDocument.load(pdf, { updateMetadata: false, throwOnInvalidObject: true });
    return printed.getPages().map(({ node }) => {
      const copy = <T extends PDFObject>(object: T): T => this.#copier.copy(object, printed.context, this.#addBytes);
      const content = node.Contents();
      if (!(content instanceof PDFRawStream)) throw new Error('The printed page has no content that can be copied.');
      const { width, height } = sizeOf(node.MediaBox().asArray());
      const dict = this.#formDict(copy(node.Resources() ?? PDFDict.withContext(printed.context)), { width, height });
      for (const [key, value] of content.dict.entries()) dict.set(key, copy(value));
      this.#addBytes(content.contents.length);
      return { ref: this.#document.context.register(PDFRawStream.of(dict, content.contents)), width, height };
    });
  }

  /** Takes a picture in JPEG format. @param size in points */
  async embedPicture(jpeg: Uint8Array, { width, height }: Size): Promise<Form> {
    const { context } = this.#document;
    const { ref } = await this.#document.embedJpg(jpeg);
    const resources = context.obj({ XObject: { Picture: ref } });
    const content = context.stream(`${width} 0 0 ${height} 0 0 cm /Picture Do`);
    const dict = this.#formDict(resources, { width, height });
    dict.set(PDFName.of('Length'), PDFNumber.of(content.contents.length));
    this.#addBytes(jpeg.length);
    return { ref: context.register(PDFRawStream.of(dict, content.contents)), width, height };
  }

  #formDict(resources: PDFDict, { width, height }: Size): PDFDict {
    const { context } = this.#document;
    const dict = context.obj({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] });
    dict.set(PDFName.of('Resources'), resources);
    return dict;
  }

  /** @param size in points */
  addPage({ width, height }: Size): PDFPage {
    return this.#document.addPage([width, height]);
  }

  /** Draws a form so that it fills a part of a page. */
  draw({ ref, width, height }: Form, { page, box }: Spot): void {
    const name = page.node.newXObject('Form', ref);
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(box.width / width, 0, 0, box.height / height, box.x, box.y),
      drawObject(name),
      popGraphicsState(),
    );
  }

  /** Draws a thin line around a part of a page. */
  drawBorder({ page, box: { x, y, width, height } }: Spot): void {
    const line = [setLineWidth(0.5), setStrokingGrayscaleColor(BORDER_GRAY), rectangle(x, y, width, height), stroke()];
    page.pushOperators(pushGraphicsState(), ...line, popGraphicsState());
  }

  /** Makes a part of a page a link. @param target an address in ASCII, or a place in this document */
  addLink({ page, box: { x, y, width, height } }: Spot, target: string | Spot): void {
    const { context } = this.#document;
    const link = context.obj({ Type: 'Annot', Subtype: 'Link', F: 4, Border: [0, 0, 0], Rect: [x, y, x + width, y + height] });
    if (typeof target === 'string') {
      // Parentheses and backslashes are syntax in strings of a PDF.
      const uri = PDFString.of(target.replaceAll(/[\\()]/g, String.raw`\$&`));
      link.set(PDFName.of('A'), context.obj({ Type: 'Action', S: 'URI', URI: uri }));
    } else link.set(PDFName.of('Dest'), this.#destination(target));
    page.node.addAnnot(context.register(link));
  }

  /** A viewer shows the upper left corner of the place at the zoom that it has. */
  #destination({ page, box }: Spot): PDFObject {
    return this.#document.context.obj([page.ref, 'XYZ', box.x, box.y + box.height, null]);
  }

  /** Lists places in the document, for the sidebar of a viewer. */
  addBookmarks(bookmarks: readonly { readonly title: string; readonly spot: Spot }[]): void {
    const { context, catalog } = this.#document;
    const root = context.nextRef();
    const refs = bookmarks.map(() => context.nextRef());
    for (const [at, { title, spot }] of bookmarks.entries()) {
      const item = context.obj({ Title: PDFHexString.fromText(title), Parent: root, Dest: this.#destination(spot) });
      const [previous, next] = [refs[at - 1], refs[at + 1]];
      if (previous !== undefined) item.set(PDFName.of('Prev'), previous);
      if (next !== undefined) item.set(PDFName.of('Next'), next);
      context.assign(refs[at] ?? root, item);
    }
    const [first, last] = [refs[0], refs.at(-1)];
    if (first === undefined || last === undefined) return;
    context.assign(root, context.obj({ Type: 'Outlines', First: first, Last: last, Count: refs.length }));
    catalog.set(PDFName.of('Outlines'), root);
  }

  /** @param language a BCP 47 tag, or null if it is not known */
  async save(title: string, language: string | null): Promise<Uint8Array> {
    const document = this.#document;
    document.setTitle(title, { showInWindowTitleBar: true });
    if (language !== null) document.setLanguage(language);
    document.setCreator(CREATOR);
    document.setProducer(CREATOR);
    document.setCreationDate(new Date());
    return document.save({ addDefaultPage: false, updateFieldAppearances: false });
  }
}

function sizeOf(mediaBox: readonly PDFObject[]): Size {
  const [left = 0, bottom = 0, right = 0, top = 0] = mediaBox.map((side) => (side instanceof PDFNumber ? side.asNumber() : 0));
  return { width: Math.max(NO_SIZE, right - left), height: Math.max(NO_SIZE, top - bottom) };
}
