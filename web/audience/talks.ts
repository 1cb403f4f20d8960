import type { AudienceEvents } from '#shared/audience-page.ts';
import type { TalkEvent } from '#shared/audience-talk.ts';
import type { Following } from './following.ts';
import { loadPart } from './load-part.ts';
import type { AudiencePlayer } from './player.ts';

/** If the events do not come, the drawings do not wait for them. */
const EVENTS_WAIT_MS = 1500;

/**
 * Hears of the talk that is open to the link, and shows drawings. What follows a talk is loaded when there is one.
 *
 * @returns a function to call with each event of the link
 */
export function hearTalks(player: AudiencePlayer): (kind: keyof AudienceEvents | 'lost', data: string) => void {
  const { signal } = player;
  const drawings = player.opened.shared.showDrawings
    ? loadPart(() => import('./drawings.ts')).then((part) => part.showDrawings(player))
    : null;
  let following: Promise<Following> | null = null;
  let isRead = drawings === null;
  const readDrawings = async (): Promise<void> => {
    isRead = true;
    if (!signal.aborted) await (await drawings)?.read();
  };
  const timer = setTimeout(() => (isRead ? undefined : void readDrawings()), EVENTS_WAIT_MS);
  signal.addEventListener('abort', () => clearTimeout(timer));

  /** Everyone in the audience is told at once. */
  const readSoon = (): void => void setTimeout(() => void readDrawings(), Math.random() * 2000);

  const hearTalk = async (event: TalkEvent): Promise<void> => {
    if ('ink' in event) {
      if (event.ink === null) return readSoon();
      return (await drawings)?.apply(event.ink);
    }
    if (following === null && !('talk' in event && event.talk !== null)) return undefined;
    following ??= loadPart(() => import('./following.ts')).then((part) => new part.Following(player));
    const hearing = await following;
    if (signal.aborted) return undefined;
    return hearing.hear(event);
  };
  return (kind, data) => {
    if (kind === 'lost') {
      isRead = drawings === null;
      void following?.then((hearing) => hearing.lost());
      return;
    }
    // Changes after this come as events.
    if (!isRead) void readDrawings();
    void following?.then((hearing) => hearing.found());
    if (kind === 'talk') void hearTalk(JSON.parse(data) as TalkEvent);
  };
}
