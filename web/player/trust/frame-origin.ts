import type { DeckTrust } from '#shared/playback.ts';

/** The origin of what a deck's frame says: opaque, which is written "null", unless the viewer has agreed to more. */
export function frameOrigin({ sandbox }: DeckTrust, baseUrl: string): string {
  return sandbox.includes('allow-same-origin') ? new URL(baseUrl).origin : 'null';
}
