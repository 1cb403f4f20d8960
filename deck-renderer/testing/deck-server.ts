import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { contentTypeOf, manifestSchema } from 'deck-format';
import { unzipSync } from 'fflate';
import type { DeckToRender } from '../src/index.ts';

const bridge = join(import.meta.dirname, '../../web/dist/bridge.js');
const PREFIX = '/play/token/';
/** Requests for this path in a deck are never answered. */
export const UNANSWERED = 'unanswered';

export interface ServedDeck extends AsyncDisposable {
  readonly deck: DeckToRender;
  /** The paths that were requested outside the deck's address. */
  readonly strays: readonly string[];
  readonly port: number;
  /** Replaces the text of a slide from now on. */
  readonly replace: (path: string, html: string) => void;
  /** Replaces the text of a slide once it has been requested. */
  readonly replaceLater: (path: string, html: string) => void;
}

/** Files of a deck by path. */
export type DeckFiles = ReadonlyMap<string, Uint8Array>;

/** Serves a package as Lectern does, in short: below a token, with the bridge in slides and with the policy of its responses. */
export async function servePackage(bytes: Uint8Array): Promise<ServedDeck> {
  const files = new Map(Object.entries(unzipSync(bytes)));
  const manifest = manifestSchema.parse(JSON.parse(new TextDecoder().decode(files.get('manifest.json'))));
  return serveFiles(files, {
    slides: manifest.slides.map(({ file, label }) => ({ file, label })),
    dimensions: { width: manifest.dimensions.width, height: manifest.dimensions.height },
    hasOwnRuntime: manifest.architecture.startsWith('single-file'),
    slideSelector: null,
  });
}

/** Serves slides that are given as text. @param beside other files, by path @param redirects addresses to redirect to, by path */
export async function serveSlides(
  slides: readonly string[],
  beside: DeckFiles = new Map(),
  redirects: Readonly<Record<string, string>> = {},
): Promise<ServedDeck> {
  const files = new Map([...beside, ...slides.map((html, at) => [`${at}.html`, new TextEncoder().encode(html)] as const)]);
  const deck = {
    slides: slides.map((_, at) => ({ file: `${at}.html`, label: `Slide ${at + 1}` })),
    dimensions: { width: 1280, height: 720 },
    hasOwnRuntime: false,
    slideSelector: null,
  };
  return serveFiles(files, deck, redirects);
}

async function serveFiles(
  files: Map<string, Uint8Array>,
  deck: Omit<DeckToRender, 'baseUrl'>,
  redirects: Readonly<Record<string, string>> = {},
): Promise<ServedDeck> {
  const strays: string[] = [];
  const slides = new Set(deck.slides.map(({ file }) => file));
  const later = new Map<string, Uint8Array>();
  const script = await readFile(bridge);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://host').pathname);
    if (path === '/play/bridge.js') return void response.setHeader('Content-Type', 'text/javascript').end(script);
    if (!path.startsWith(PREFIX)) {
      strays.push(path);
      return void response.writeHead(404).end();
    }
    const file = path.slice(PREFIX.length);
    if (file === UNANSWERED) return;
    const target = redirects[file];
    if (target !== undefined) return void response.writeHead(302, { Location: target }).end();
    const content = files.get(file);
    if (content === undefined) return void response.writeHead(404).end();
    answer(request, response, file, slides.has(file) ? withBridge(content) : content);
    files.set(file, later.get(file) ?? content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    deck: { baseUrl: `http://127.0.0.1:${port}${PREFIX}`, ...deck },
    strays,
    port,
    replace: (path, html) => void files.set(path, new TextEncoder().encode(html)),
    replaceLater: (path, html) => void later.set(path, new TextEncoder().encode(html)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, file: string, content: Uint8Array): void {
  response.setHeader('Content-Type', contentTypeOf(file));
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Content-Security-Policy', 'sandbox allow-scripts');
  response.setHeader('Accept-Ranges', 'bytes');
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  if (range === null) return void response.end(content);
  const start = Number(range[1]);
  const end = range[2] ? Number(range[2]) : content.length - 1;
  response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${content.length}` });
  response.end(content.subarray(start, end + 1));
}

function withBridge(html: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(html);
  const [doctype = ''] = /^\s*<!doctype[^>]*>/i.exec(text) ?? [];
  return new TextEncoder().encode(`${doctype}<script src="/play/bridge.js"></script>${text.slice(doctype.length)}`);
}
