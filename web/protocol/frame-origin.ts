import type { DeckTrust } from '#shared/playback.ts';

/** The origin of messages from a deck's frame: opaque, written "null", unless the user granted same-origin access. */
export function frameOrigin({ sandbox }: DeckTrust, baseUrl: string): string {
  return sandbox.includes('allow-same-origin') ? new URL(baseUrl).origin : 'null';
}
