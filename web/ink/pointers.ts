import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** What a pointer that goes down on the surface is for. */
export type PointerUse = 'draw' | 'move' | 'ignore';

interface PointerFacts {
  readonly pointerType: string;
  readonly button: number;
  /** A pen has been used in this browser. */
  readonly penIsUsed: boolean;
  /** Fingers that are down already. */
  readonly fingers: number;
}

/**
 * Mouse and pen draw. A finger draws as long as nobody has used a pen here; from then on it moves the slide, as the hand
 * that rests beside the pen must not draw. Two fingers always move.
 */
export function purposeOf({ pointerType, button, penIsUsed, fingers }: PointerFacts): PointerUse {
  if (pointerType === 'touch') return penIsUsed || fingers > 0 ? 'move' : 'draw';
  // 5 is the eraser's end of a pen.
  return button === 0 || (pointerType === 'pen' && button === 5) ? 'draw' : 'ignore';
}

let seen: boolean | null = null;

export function isPenUsed(): boolean {
  seen ??= readSetting('pen-seen') === 'true';
  return seen;
}

export function notePen(): void {
  if (isPenUsed()) return;
  seen = true;
  writeSetting('pen-seen', 'true');
}
