import type { FrameMessage, PlayerMessage } from '#web/protocol/messages.ts';

const player = window.parent;

/** False if the slide was opened directly in a tab, outside the player. */
export const hasPlayer = player !== window;

/**
 * Sends a message to the player. The bridge does not know the player's origin, so the target is '*'; messages contain no secrets.
 */
export function send(message: FrameMessage): void {
  player.postMessage(message, '*');
}

/** Calls `take` for messages from the player. Messages from other windows, including the deck's own frames, are ignored. */
export function onPlayerMessage(take: (message: PlayerMessage) => void): void {
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === player && isPlayerMessage(data)) take(data);
  });
}

function isPlayerMessage(data: unknown): data is PlayerMessage {
  if (typeof data !== 'object' || data === null || !('lectern' in data)) return false;
  if (data.lectern === 'hello' || data.lectern === 'candidates' || data.lectern === 'paper') return true;
  if (data.lectern === 'press') return 'key' in data && typeof data.key === 'string' && data.key !== '';
  if (data.lectern === 'closer') return 'isZoomed' in data && typeof data.isZoomed === 'boolean';
  if (data.lectern === 'go') return 'index' in data && isCount(data.index) && (!('step' in data) || isCount(data.step ?? 0));
  return data.lectern === 'step' && 'direction' in data && (data.direction === 'next' || data.direction === 'previous');
}

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
