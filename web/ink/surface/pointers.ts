import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** What a pointer on the surface is used for. */
export type PointerUse = 'draw' | 'move' | 'ignore';

interface PointerFacts {
  readonly pointerType: string;
  readonly button: number;
  /** Whether a pen has been used in this browser. */
  readonly penIsUsed: boolean;
  /** Number of other fingers that are down. */
  readonly fingers: number;
}

/**
 * Mouse and pen draw. A finger draws until a pen has been used in this browser; after that it moves the slide, so that a hand
 * resting on the screen does not draw. Two fingers always move the slide.
 */
export function purposeOf({ pointerType, button, penIsUsed, fingers }: PointerFacts): PointerUse {
  if (pointerType === 'touch') return penIsUsed || fingers > 0 ? 'move' : 'draw';
  // Button 5 is the eraser end of a pen.
  return button === 0 || (pointerType === 'pen' && button === 5) ? 'draw' : 'ignore';
}

let seen: boolean | null = null;

/** Whether a pen has been used in this browser. */
export function isPenUsed(): boolean {
  seen ??= readSetting('pen-seen') === 'true';
  return seen;
}

/** Remembers that a pen is used in this browser. */
export function notePen(): void {
  if (isPenUsed()) return;
  seen = true;
  writeSetting('pen-seen', 'true');
}
