import { contentTypeOf } from '../../content-type.ts';
import type { DocumentReferences } from './html.ts';
import { type ImportMap, isBare, readImportMap } from './import-map.ts';
import type { Reference } from './reference.ts';

/** The document or worker in which a file is used. */
export interface DocumentContext {
  /** The URL against which the document's references are resolved. */
  readonly base: string;
  readonly importMap: ImportMap;
  /** Documents with the same key resolve all references of a script alike. */
  readonly key: string;
}

/**
 * What a reference resolves to: the path of a file of the deck, another host, a place that a package cannot contain, or nothing that
 * is loaded (a fragment, or a `data:` URL).
 */
export type Resolution =
  | { readonly type: 'path'; readonly path: string }
  | { readonly type: 'host'; readonly host: string }
  | { readonly type: 'missing'; readonly why: MissingReason }
  | { readonly type: 'nothing' };

export type MissingReason = 'not-found' | 'outside' | 'absolute' | 'bare-specifier';

/** The deck is resolved as if it were served from this folder, so that paths that leave it can be recognized. */
const ROOT = 'http://deck.invalid/root/';
const NOTHING: Resolution = { type: 'nothing' };

/** The URL of a file of the deck. */
function urlOfFile(path: string): string {
  return ROOT + path.split('/').map(encodeURIComponent).join('/');
}

/** Whether a file resolves its references itself. Other files are part of a document. */
export function isDocument(path: string): boolean {
  return /html|svg/.test(contentTypeOf(path));
}

/** The context of a document or worker. */
export function contextOf(
  path: string,
  { base: href, importMap = '' }: Pick<DocumentReferences, 'base' | 'importMap'> = {},
): DocumentContext {
  const own = urlOfFile(path);
  const base = href !== undefined && URL.canParse(href, own) ? new URL(href, own).href : own;
  return { base, importMap: readImportMap(importMap, base), key: `${new URL('.', base).href}\n${importMap}` };
}

/** Resolves a reference as a browser does. */
export function resolveReference({ target, kind }: Reference, file: string, { base, importMap }: DocumentContext): Resolution {
  const url = target.trim();
  if (url === '' || url.startsWith('#')) return NOTHING;
  const own = isDocument(file) ? base : urlOfFile(file);
  if (kind !== 'module' && kind !== 'optional-module')
    return resolveUrl(url, kind === 'file' || kind === 'worker-file' ? own : base);
  const mapped = importMap(isBare(url) || !URL.canParse(url, own) ? url : new URL(url, own).href, own);
  if (mapped !== undefined) return resolveUrl(mapped, base);
  if (!isBare(url)) return resolveUrl(url, own);
  // Libraries import modules of Node in branches that browsers do not take.
  return kind === 'module' ? { type: 'missing', why: 'bare-specifier' } : NOTHING;
}

/** The path of a file that a document names in a relative URL. Undefined if it is outside of the deck. */
export function pathFrom(document: string, url: string): string | undefined {
  const resolved = resolveUrl(url, urlOfFile(document));
  return resolved.type === 'path' ? resolved.path : undefined;
}

function resolveUrl(text: string, base: string): Resolution {
  if (!URL.canParse(text, base)) return NOTHING;
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return NOTHING;
  if (url.host !== 'deck.invalid') return { type: 'host', host: url.host };
  if (!url.href.startsWith(ROOT)) return { type: 'missing', why: /^[/\\]/.test(text) ? 'absolute' : 'outside' };
  const path = decoded(url.pathname.slice(new URL(ROOT).pathname.length));
  // A folder: only a server could answer with one of its files.
  return path === '' || path.endsWith('/') ? NOTHING : { type: 'path', path };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
