import type { Page } from '@playwright/test';
import type { DeckDetail } from '#shared/decks.ts';
import { expect } from './test.ts';

/** The bridge's messages by kind: `{ lectern: 'position', position: … }`. */
interface Said {
  readonly lectern: string;
  readonly [field: string]: unknown;
}

/** A page with one document of a deck instead of the player, to observe the bridge. */
export interface Probe {
  /** Returns the last message of this kind. */
  last(kind: string): Promise<Said | undefined>;
  all(kind: string): Promise<readonly Said[]>;
  tell(message: object): Promise<void>;
  /** Waits until the document reports this position. */
  expectPosition(position: object | null): Promise<void>;
}

interface Wish {
  /** Path of the document in the package. */
  readonly file?: string;
  readonly frameName?: string;
  /** The frame is not laid out. */
  readonly isHidden?: boolean;
}

export async function openProbe(
  page: Page,
  deck: DeckDetail,
  { file, frameName = '', isHidden = false }: Wish = {},
): Promise<Probe> {
  const answer = await page.context().request.get(`/api/decks/${deck.id}/playback`);
  const { baseUrl } = (await answer.json()) as { baseUrl: string };
  const document = encodeURI(file ?? deck.manifest.slides[0]?.file ?? '');
  const html = `<!doctype html><style>html { overscroll-behavior: none } body { margin: 0 } iframe { border: 0 }</style>
    <script>said = []; addEventListener('message', ({ data }) => said.push(data));</script>
    <iframe name="${frameName}" sandbox="allow-scripts" allow="fullscreen; autoplay; screen-wake-lock"
      src="${baseUrl}${document}" width="1280" height="720" ${isHidden ? 'style="display: none"' : ''}></iframe>`;
  await page.route('**/probe', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto('/probe');
  const all: Probe['all'] = (kind) =>
    page.evaluate((wanted) => {
      const said = Reflect.get(window, 'said') as Said[];
      return said.filter((message) => message.lectern === wanted);
    }, kind);
  const last: Probe['last'] = async (kind) => (await all(kind)).at(-1);
  return {
    all,
    last,
    tell: (message) => page.evaluate((sent) => window.frames[0]?.postMessage(sent, '*'), message),
    expectPosition: (position) => expect.poll(async () => (await last('position'))?.['position']).toEqual(position),
  };
}
