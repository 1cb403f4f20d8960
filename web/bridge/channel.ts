import type { FrameMessage, PlayerMessage } from '#web/protocol/messages.ts';

const player = window.parent;

/** Opened by its own address, a slide has nobody to talk to. */
export const hasPlayer = player !== window;

/** The player's origin is not ours to know, so there is no address to name; nothing secret is ever sent. */
export function tell(message: FrameMessage): void {
  player.postMessage(message, '*');
}

/** What others send, the deck's own frames included, is not heard. */
export function onPlayerMessage(take: (message: PlayerMessage) => void): void {
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === player && isPlayerMessage(data)) take(data);
  });
}

function isPlayerMessage(data: unknown): data is PlayerMessage {
  if (typeof data !== 'object' || data === null || !('lectern' in data)) return false;
  if (data.lectern === 'hello') return true;
  if (data.lectern === 'closer') return 'isZoomed' in data && typeof data.isZoomed === 'boolean';
  if (data.lectern === 'go') return 'index' in data && isCount(data.index) && (!('step' in data) || isCount(data.step ?? 0));
  return data.lectern === 'step' && 'direction' in data && (data.direction === 'next' || data.direction === 'previous');
}

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;
