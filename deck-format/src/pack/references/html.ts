import { attributeOf, markupOf, type Tag, type TextRun } from '../../html/markup.ts';
import { referencesInCss } from './css.ts';
import { referencesInScript } from './javascript.ts';
import { isPossiblePath, possiblePaths, type Reference } from './reference.ts';

/** What a document refers to. */
export interface DocumentReferences {
  readonly references: readonly Reference[];
  /** The value of `<base href>`. */
  readonly base?: string;
  /** The text of the first import map. */
  readonly importMap?: string;
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** The elements that load the URL in an attribute. `*`: every element does, because a framework reads the attribute. */
const LOADING: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['src', names('img script iframe frame embed audio video source track input')],
  ['poster', names('video')],
  ['data', names('object')],
  ['href', names('image use feimage script')],
  ['xlink:href', names('image use feimage script')],
  ['background', names('body')],
  // reveal.js
  ...['data-src', 'data-markdown', 'data-background-iframe'].map((name) => [name, names('*')] as const),
]);
/** Attributes of reveal.js with several URLs, separated by commas. */
const URL_LISTS = names('data-background-image data-background-video');
const SOURCE_SETS = names('srcset imagesrcset');
const LOADING_LINKS = names('stylesheet modulepreload preload prefetch');
/** Presentation attributes of SVG that can contain `url(…)`. */
const SVG_STYLES = names('fill stroke filter mask clip-path cursor marker-start marker-mid marker-end');
const IMAGE = /\.(?:svg|png|jpe?g|gif|bmp|webp|avif)(?:[?#]|$)/i;
const SCRIPT_TYPES = /^(?:module|(?:text|application)\/(?:java|ecma)script|)$/i;

/** The files that an HTML or SVG document loads, and the texts in it that may be paths. */
export function referencesInHtml(html: string): DocumentReferences {
  const references: Reference[] = [];
  let base: string | undefined;
  let importMap: string | undefined;
  let opened: Tag | undefined;
  for (const markup of markupOf(html)) {
    if (markup.type === 'tag') {
      opened = markup;
      if (markup.isEnd) continue;
      if (markup.name === 'base') base ??= attributeOf(markup, 'href');
      for (const found of referencesInTag(markup)) references.push(found);
    } else if (markup.within === 'script' && opened && scriptType(opened) === 'importmap') {
      importMap ??= markup.text;
    } else {
      for (const found of referencesInText(markup, opened)) references.push(found);
    }
  }
  return { references, ...(base !== undefined && { base }), ...(importMap !== undefined && { importMap }) };
}

function scriptType(tag: Tag): string {
  return (attributeOf(tag, 'type') ?? '').trim().toLowerCase();
}

function referencesInText({ text, start, within }: TextRun, opened: Tag | undefined): Reference[] {
  if (within === 'style') return referencesInCss(text, 'document', start);
  if (within === 'script' && opened && SCRIPT_TYPES.test(scriptType(opened))) return referencesInScript(text, start);
  return possiblePaths(text, start);
}

function* referencesInTag(tag: Tag): Iterable<Reference> {
  for (const [name, { value, start }] of tag.attributes) {
    const loaded = loadedUrls(tag, name, value);
    if (loaded) for (const target of loaded) yield { target, offset: start, kind: 'document' };
    else if (name === 'style' || (SVG_STYLES.has(name) && value.includes('url('))) {
      for (const found of referencesInCss(value, 'document')) yield { ...found, offset: start };
    } else {
      if (/\s/.test(value) && isPossiblePath(value)) yield { target: value, offset: start, kind: 'possible' };
      yield* possiblePaths(value, start);
    }
  }
}

/** The URLs that the element loads because of this attribute. Undefined if the attribute is not known to load anything. */
function loadedUrls(tag: Tag, name: string, value: string): string[] | undefined {
  const elements = LOADING.get(name);
  if (elements?.has(tag.name) === true || elements?.has('*') === true) return [value];
  if (URL_LISTS.has(name)) return value.startsWith('data:') ? [] : value.split(',').map((url) => url.trim());
  if (SOURCE_SETS.has(name)) return urlsInSourceSet(value);
  if (name === 'data-background' && IMAGE.test(value)) return [value];
  if (name !== 'href' || tag.name !== 'link') return undefined;
  const relations = (attributeOf(tag, 'rel') ?? '').toLowerCase().split(/\s+/);
  return relations.some((relation) => LOADING_LINKS.has(relation)) ? [value] : undefined;
}

const SOURCE = /[\s,]*([^\s,]\S*)/y;
const DESCRIPTORS = /(?:[^,(]+|\([^)]*\)?)*/y;

/** The URLs of a `srcset` attribute (HTML standard, "Parsing a srcset attribute"). */
function urlsInSourceSet(value: string): string[] {
  const urls: string[] = [];
  for (let at = 0; at < value.length;) {
    SOURCE.lastIndex = at;
    const [whole, url = ''] = SOURCE.exec(value) ?? [];
    if (whole === undefined) break;
    at += whole.length;
    let end = url.length;
    while (url[end - 1] === ',') end--;
    urls.push(url.slice(0, end));
    if (end < url.length) continue;
    DESCRIPTORS.lastIndex = at;
    at += DESCRIPTORS.exec(value)?.[0].length ?? 0;
  }
  return urls;
}
