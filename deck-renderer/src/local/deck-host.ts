import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { contentTypeOf, insertAfterDoctype, openPackage, type StagePackage } from 'deck-format';
import { nodeEngine, openFileSource } from 'deck-format/node';
import { keepsOwnRuntime } from '../../../web/stage/position/slide-runs.ts';
import { type DeckToRender, RendererUnavailableError } from '../protocol.ts';

/** The script that speaks with the player, as the build of the web application makes it. */
const BRIDGE = new URL('../../../web/dist/bridge.js', import.meta.url);
const BRIDGE_PATH = '/play/bridge.js';
const BRIDGE_ELEMENT = `<script src="${BRIDGE_PATH}"></script>`;

/** A package of this machine at an address that only the renderer knows. */
export interface HostedDeck extends AsyncDisposable {
  readonly deck: DeckToRender;
  readonly manifest: StagePackage['manifest'];
}

/**
 * Serves a package on loopback as Lectern does, with the player's script in its slides.
 * @throws PackageError if the package is invalid
 * @throws RendererUnavailableError if the player's script has not been built
 */
export async function hostDeck(path: string): Promise<HostedDeck> {
  const bridge = await readFile(BRIDGE).catch((error: unknown) => {
    throw new RendererUnavailableError('The script of the player is missing: build it with "npm run build".', { cause: error });
  });
  const source = await openFileSource(path);
  const resources = new AsyncDisposableStack();
  resources.use(source);
  try {
    const content = await openPackage(source, nodeEngine);
    const { manifest } = content;
    const prefix = `/play/${randomBytes(32).toString('base64url')}/`;
    const slides = new Set(manifest.slides.map(({ file }) => file));
    const server = createServer((request, response) => {
      const asked = decodedPath(request);
      if (asked === BRIDGE_PATH) send(request, response, 'text/javascript', bridge);
      else if (asked?.startsWith(prefix) === true) void sendEntry(request, response, asked.slice(prefix.length), content, slides);
      else refuse(response);
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
    resources.defer(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const deck = {
      baseUrl: `http://127.0.0.1:${port}${prefix}`,
      slides: manifest.slides.map(({ file, label }) => ({ file, label })),
      dimensions: { width: manifest.dimensions.width, height: manifest.dimensions.height },
      hasOwnRuntime: keepsOwnRuntime(manifest),
      slideSelector: null,
    };
    const owned = resources.move();
    return { deck, manifest, [Symbol.asyncDispose]: () => owned.disposeAsync() };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/** Null if the address is not valid. */
function decodedPath({ url = '' }: IncomingMessage): string | null {
  try {
    return decodeURIComponent(new URL(url, 'http://host').pathname);
  } catch {
    return null;
  }
}

async function sendEntry(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  content: StagePackage,
  slides: ReadonlySet<string>,
): Promise<void> {
  if (!content.entries.has(path)) return refuse(response);
  try {
    const bytes = await content.read(path);
    send(request, response, contentTypeOf(path), slides.has(path) ? insertAfterDoctype(bytes, BRIDGE_ELEMENT) : bytes);
  } catch {
    refuse(response);
  }
}

function send(request: IncomingMessage, response: ServerResponse, type: string, bytes: Uint8Array): void {
  response.setHeader('Content-Type', type);
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Content-Security-Policy', 'sandbox allow-scripts');
  response.setHeader('Accept-Ranges', 'bytes');
  const [, first = '', last = ''] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(request.headers.range ?? '') ?? [];
  const start = Number(first);
  if (first === '' || start >= bytes.length) return void response.end(bytes);
  const end = Math.min(bytes.length - 1, last === '' ? Infinity : Number(last));
  response.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${bytes.length}` }).end(bytes.subarray(start, end + 1));
}

function refuse(response: ServerResponse): void {
  response.writeHead(404, { 'Content-Length': 0 }).end();
}
