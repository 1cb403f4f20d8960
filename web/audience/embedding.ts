import * as z from 'zod/mini';
import type { AudiencePlayer } from './player.ts';

/** What the page around an embedded deck may ask for. See docs/embedding.md. */
const requestSchema = z.discriminatedUnion('lectern', [
  z.object({ lectern: z.literal('goTo'), slide: z.int().check(z.minimum(1), z.maximum(100_000)) }),
  z.object({ lectern: z.enum(['next', 'previous', 'tell']) }),
]);

/** Talks with the page around an embedded deck: it moves the deck, and is told where the deck is. */
export function listenToParent(player: AudiencePlayer): void {
  if (window.parent === window) return;
  let told = '';
  const tell = (again: boolean): void => {
    const { current, count, counted, ended } = player.facts;
    const position = { lectern: 'position', slide: current + 1, count: counted ? count : null, ended };
    const text = JSON.stringify(position);
    if (text === told && !again) return;
    told = text;
    // Any page may embed the deck, and the position says nothing about what is in it.
    window.parent.postMessage(position, '*');
  };
  const listen = ({ source, data }: MessageEvent<unknown>): void => {
    // The deck's own frame is another source.
    if (source !== window.parent) return;
    const request = requestSchema.safeParse(data);
    if (!request.success) return;
    if (request.data.lectern === 'goTo') player.goTo(request.data.slide - 1);
    else if (request.data.lectern === 'tell') tell(true);
    else player.run({ do: 'step', direction: request.data.lectern, skip: false });
  };
  window.addEventListener('message', listen, { signal: player.signal });
  player.watch(() => tell(false));
}
