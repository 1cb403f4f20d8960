import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { DeckTrust } from '#shared/playback.ts';
import type { Drawing } from '#web/ink/use-drawing.tsx';
import type { FramePowers } from '#web/protocol/frame-rights.ts';
import type { KeyPress } from '#web/protocol/keys.ts';
import { useFrame } from '#web/protocol/use-frame.ts';
import { useKeyProof } from '#web/protocol/use-key-proof.ts';
import { frameOrigin } from '#web/protocol/frame-origin.ts';
import type { DeckPosition } from '#web/stage/position/use-deck-position.ts';
import { usePlayerKeys } from '#web/stage/controls/use-player-keys.ts';
import type { StageView } from '#web/stage/view/use-stage-view.ts';

interface DeckFrame
  extends
    Required<Pick<FramePowers, 'navigate' | 'outline' | 'link' | 'document'>>,
    Pick<FramePowers, 'active' | 'blocked' | 'candidates'> {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly baseUrl: string;
  readonly trust: DeckTrust;
  readonly position: DeckPosition;
  readonly view: StageView;
  readonly drawing: Pick<Drawing, 'penNear'>;
  /** Handles a key pressed in the page or, once confirmed, in the frame; returns whether it is a command. */
  readonly press: (key: KeyPress) => boolean;
}

/** Connects the keyboard and the frame of the current slide to the stage. The player and the presenter view share it. */
export function useDeckFrame({ frame, baseUrl, trust, position, view, drawing, press, ...powers }: DeckFrame): void {
  usePlayerKeys(press);
  const claimKey = useKeyProof(frame, press);
  useFrame(
    frame,
    {
      ...powers,
      turn: position.turn,
      movesItself: position.movesItself,
      reportPosition: position.reportPosition,
      isZoomed: view.isZoomed,
      zoom: view.zoom,
      penNear: drawing.penNear,
      claimKey,
    },
    frameOrigin(trust, baseUrl),
  );
  // A new address and other slides reload every document, each at its first slide.
  const { slideSelector } = trust;
  const reopen = useEffectEvent((_baseUrl: string, _slideSelector: string | null) => position.reopen());
  useEffect(() => reopen(baseUrl, slideSelector), [baseUrl, slideSelector]);
}
