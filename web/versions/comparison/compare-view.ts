export const COMPARE_VIEWS = ['side', 'swipe', 'blink'] as const;
/** How two pictures are compared: side by side, one uncovered by a slider, or one after the other in the same place. */
export type CompareView = (typeof COMPARE_VIEWS)[number];
