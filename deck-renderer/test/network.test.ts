import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '../../e2e/support/browser.ts';
import { RendererUnavailableError } from '../src/index.ts';
import type { OwnRenderer } from '../src/start.ts';
import { allOf, CERTIFICATE_KEY, collect, serveSlides, startSecureProxy, startTestRenderer } from '../testing/index.ts';

let renderer: OwnRenderer;
beforeAll(async () => {
  renderer = await startTestRenderer();
});
afterAll(async () => renderer.stop());

interface Listener extends AsyncDisposable {
  readonly port: number;
  /** Connections and datagrams so far. */
  count(): number;
}

/** Listens on one port for TCP connections, which it answers with an empty page, and for datagrams. */
async function listen(): Promise<Listener> {
  let count = 0;
  const tcp = createServer((socket) => {
    count += 1;
    socket.on('error', () => undefined).resume();
    socket.end('HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  const address = tcp.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const udp = createSocket('udp4').on('message', () => (count += 1));
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  return {
    port,
    count: () => count,
    async [Symbol.asyncDispose]() {
      udp.close();
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}

/** Every way out, as a script that adds the name of each to the document. `S` is the site, such as `http://127.0.0.1:1234`. */
const WAYS: Readonly<Record<string, string>> = {
  fetch: 'fetch(S + "/fetch", { mode: "no-cors" }).catch(() => {})',
  xhr: 'const x = new XMLHttpRequest(); x.open("GET", S + "/xhr"); x.send()',
  image: 'new Image().src = S + "/image"',
  style: 'const e = document.createElement("div"); e.style.background = `url(${S}/style)`; document.body.append(e)',
  sheet: 'add("link", { rel: "stylesheet", href: S + "/sheet" })',
  script: 'add("script", { src: S + "/script" })',
  font: 'new FontFace("x", `url(${S}/font)`).load().catch(() => {})',
  frame: 'add("iframe", { src: S + "/frame" })',
  object: 'add("object", { data: S + "/object" })',
  video: 'add("video", { src: S + "/video", preload: "auto" })',
  socket: 'new WebSocket(S.replace("http", "ws") + "/socket")',
  events: 'new EventSource(S + "/events")',
  beacon: 'navigator.sendBeacon(S + "/beacon", "x")',
  keepalive: 'fetch(S + "/keepalive", { method: "POST", keepalive: true, mode: "no-cors" }).catch(() => {})',
  worker:
    'new Worker(URL.createObjectURL(new Blob([`fetch("${S}/worker", { mode: "no-cors" }).catch(() => {}); new WebSocket("${S.replace("http", "ws")}/worker")`])))',
  preconnect: 'add("link", { rel: "preconnect", href: S })',
  prefetch: 'add("link", { rel: "prefetch", href: S + "/prefetch" })',
  dns: 'add("link", { rel: "dns-prefetch", href: S })',
  preload: 'add("link", { rel: "preload", as: "image", href: S + "/preload" })',
  ping: 'const a = add("a", { href: "#", ping: S + "/ping" }); a.click()',
  form: 'const f = add("form", { action: S + "/form", method: "post", target: "inner" }); add("iframe", { name: "inner" }); f.submit()',
  window: 'open(S + "/window")',
  top: 'top.location = S + "/top"',
  rtc: 'const c = new RTCPeerConnection({ iceServers: [{ urls: `stun:${S.slice(7)}` }, { urls: `turn:${S.slice(7)}?transport=tcp`, username: "a", credential: "b" }] }); c.createDataChannel("x"); c.createOffer().then((offer) => c.setLocalDescription(offer))',
  transport: 'new WebTransport(S.replace("http", "https") + "/transport").ready.catch(() => {})',
  speculation:
    'const s = document.createElement("script"); s.type = "speculationrules"; s.text = JSON.stringify({ prefetch: [{ urls: [S + "/speculation"] }], prerender: [{ urls: [S + "/prerender"] }] }); document.head.append(s)',
};

/** A slide that tries every way to each site, and waits so that a picture is taken only afterwards. */
function hostileSlide(sites: readonly string[]): string {
  const tries = Object.entries(WAYS).map(([name, code]) => `try { ${code} } catch {} document.title += " ${name}";`);
  return `<!doctype html><body><h1>Hostile</h1><img src="0.svg"><script>
    function add(tag, properties) { const e = document.createElement(tag); Object.assign(e, properties); for (const [k, v] of Object.entries(properties)) e.setAttribute(k, v); document.body.append(e); return e }
    function attempt(S) { ${tries.map((code) => `(() => { ${code} })();`).join('\n')} }
    for (const S of ${JSON.stringify(sites)}) attempt(S);
    setTimeout(() => { for (const S of ${JSON.stringify(sites)}) attempt(S) }, 300);
  </script>`;
}

it('a deck reaches nothing but its own address, whatever it tries', async () => {
  await using elsewhere = await listen();
  const sites = ['127.0.0.1', 'localhost', '127.0.0.2', '[::1]', '0.0.0.0', '2130706433'].map(
    (host) => `http://${host}:${elsewhere.port}`,
  );
  await using first = await serveSlides(['<!doctype html>']);
  await using served = await serveSlides([hostileSlide([...sites, `http://127.0.0.1:${first.port}`])]);

  const { pictures, failed } = await collect(renderer, allOf(served.deck));
  expect(pictures.length + failed.length).toBe(1);
  expect(elsewhere.count()).toBe(0);
  expect(first.strays).toEqual([]);
});

it('the same deck reaches other addresses in an ordinary browser', async () => {
  await using elsewhere = await listen();
  await using served = await serveSlides([hostileSlide([`http://127.0.0.1:${elsewhere.port}`])]);
  const { executablePath, env } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS, env });
  const page = await browser.newPage();
  await page.setContent(`<iframe sandbox="allow-scripts" src="${served.deck.baseUrl}0.html"></iframe>`);
  await expect.poll(() => elsewhere.count()).toBeGreaterThan(10);
  await browser.close();
});

it.each([
  ['a path beside the deck', '../../api/decks', '/api/decks'],
  ['a path that leaves it, encoded', '%2e%2e/%2e%2e/api/decks', '/api/decks'],
  ['a separator, encoded', '..%2f..%2fapi/decks', '/api/decks'],
])('a deck does not reach %s', async (_, path) => {
  const slide = `<!doctype html><h1>Here</h1><script>
    const at = location.href.replace(/[^/]*$/, '');
    fetch(at + ${JSON.stringify(path)}, { mode: 'no-cors' }).catch(() => {});
    new Image().src = at + ${JSON.stringify(path)};
    new WebSocket(at.replace('http', 'ws') + 'socket');
  </script>`;
  await using served = await serveSlides([slide]);
  const { pictures } = await collect(renderer, allOf(served.deck));
  expect(pictures).toHaveLength(1);
  expect(served.strays).toEqual([]);
});

it('a deck is not led elsewhere by a redirect', async () => {
  await using elsewhere = await listen();
  await using served = await serveSlides(
    ['<!doctype html><h1>Here</h1><img src="redirect"><script>fetch("redirect")</script>'],
    new Map(),
    {
      redirect: `http://127.0.0.1:${elsewhere.port}/`,
    },
  );
  const { pictures } = await collect(renderer, allOf(served.deck));
  expect(pictures).toHaveLength(1);
  expect(elsewhere.count()).toBe(0);
});

describe('a deck that plays over https', () => {
  const slides = [
    '<!doctype html><link rel="stylesheet" href="look.css"><h1>Here</h1><script>fetch("../../api/decks").catch(() => {})</script>',
    '<!doctype html><p class="fragment">One</p><p class="fragment">Two</p>',
  ];
  const beside = new Map([['look.css', new TextEncoder().encode('h1 { color: red }')]]);

  it('is rendered if the certificate is trusted, and reaches nothing but its address', async () => {
    await using served = await serveSlides(slides, beside);
    await using proxy = await startSecureProxy(served.port);
    const trusting = await startTestRenderer({}, CERTIFICATE_KEY);
    const baseUrl = served.deck.baseUrl.replace(/^http:\/\/[^/]+/, proxy.origin);
    const { pictures, contents, failed } = await collect(trusting, allOf({ ...served.deck, baseUrl }));
    await trusting.stop();
    expect(failed).toEqual([]);
    expect(pictures.map(({ steps }) => steps)).toEqual([0, 2]);
    expect(contents.map(({ text }) => text)).toEqual(['Here', 'One\nTwo']);
    expect(served.strays).toEqual([]);
  });

  it('is not rendered if the certificate is not trusted, and the reason names it', async () => {
    await using served = await serveSlides(slides, beside);
    await using proxy = await startSecureProxy(served.port);
    const baseUrl = served.deck.baseUrl.replace(/^http:\/\/[^/]+/, proxy.origin);
    const rendering = collect(renderer, allOf({ ...served.deck, baseUrl }));
    await expect(rendering).rejects.toThrow(`cannot load decks from ${proxy.origin}: net::ERR_CERT_AUTHORITY_INVALID`);
    await expect(rendering).rejects.toThrow(RendererUnavailableError);
  });
});

it('a server that cannot be reached is not the fault of the deck', async () => {
  const served = await serveSlides(['<!doctype html><h1>Gone</h1>']);
  await served[Symbol.asyncDispose]();
  const rendering = collect(renderer, allOf(served.deck));
  await expect(rendering).rejects.toThrow(/cannot load decks from http:\/\/127\.0\.0\.1:\d+: status 502/);
  await expect(rendering).rejects.toThrow(RendererUnavailableError);
});
