import type { Manifest } from 'deck-format';
import { slideUrl } from '#web/stage/frames/slide-url.ts';
import type { AudiencePlayer } from './player.ts';

type Described = Pick<Manifest['slides'][number], 'thumbnail' | 'notes'>;

let read: { readonly baseUrl: string; readonly slides: Promise<readonly Described[]> } | null = null;

/** What the deck's manifest says about its slides. Empty if it cannot be read. */
export function describedSlides(player: AudiencePlayer): Promise<readonly Described[]> {
  const { baseUrl } = player.opened.playback;
  if (read?.baseUrl !== baseUrl) read = { baseUrl, slides: readSlides(baseUrl) };
  return read.slides;
}

async function readSlides(baseUrl: string): Promise<readonly Described[]> {
  try {
    const response = await fetch(slideUrl(baseUrl, 'manifest.json'), { credentials: 'omit' });
    // The server has checked the manifest when the deck was uploaded.
    return response.ok ? ((await response.json()) as Manifest).slides : [];
  } catch {
    return [];
  }
}
