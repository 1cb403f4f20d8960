import { useEffect, useEffectEvent } from 'react';
import type { DeckTrust } from '#shared/playback.ts';
import { type FrameHolder, listenToFrame, OPAQUE_ORIGIN } from './frame-messages.ts';
import type { FramePowers } from './frame-rights.ts';

/** `listenToFrame` for a component. */
export function useFrame(frame: FrameHolder, powers: FramePowers, from = OPAQUE_ORIGIN): void {
  const latest = useEffectEvent(() => powers);
  useEffect(() => listenToFrame(frame, () => latest(), from), [frame, from]);
}

/** The origin of messages from a deck's frame: opaque, written "null", unless the user granted same-origin access. */
export function frameOrigin({ sandbox }: DeckTrust, baseUrl: string): string {
  return sandbox.includes('allow-same-origin') ? new URL(baseUrl).origin : OPAQUE_ORIGIN;
}
