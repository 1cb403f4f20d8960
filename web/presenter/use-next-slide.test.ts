import { expect, test } from 'vitest';
import type { Place } from '#shared/place.ts';
import { nextPreviewMove } from './use-next-slide.ts';

const at = (slideIndex: number, step = 0): Place => ({ slideIndex, inner: { index: 0, step } });
const inside = { index: 0, count: 1, step: 0, canNext: true, canPrevious: false };
const positionWith = (place: Place) => ({ place, inner: inside, hasReported: true, arriving: false });

test('if steps are left, the preview goes to the same place and steps once', () => {
  const input = { shown: positionWith(at(1)), beginning: at(2), goesOnInside: true };
  const go = nextPreviewMove({ ...input, ahead: positionWith(at(5)), last: null });
  expect(go).toEqual({ is: 'go', of: at(1) });
  expect(nextPreviewMove({ ...input, ahead: { ...positionWith(at(1)), arriving: true }, last: go })).toBeNull();
  expect(
    nextPreviewMove({ ...input, ahead: { ...positionWith(at(1)), inner: null }, last: go }),
    'its steps are not known yet',
  ).toBeNull();
  const step = nextPreviewMove({ ...input, ahead: positionWith(at(1)), last: go });
  expect(step).toEqual({ is: 'step', of: at(1) });
  expect(nextPreviewMove({ ...input, ahead: positionWith(at(1)), last: step })).toBeNull();
  expect(nextPreviewMove({ ...input, ahead: positionWith(at(1, 1)), last: step })).toBeNull();
});

test('a preview one step ahead steps on with the slide', () => {
  const input = {
    shown: positionWith(at(1, 1)),
    beginning: at(2),
    goesOnInside: true,
    last: { is: 'step', of: at(1) } as const,
  };
  expect(nextPreviewMove({ ...input, ahead: positionWith(at(1, 1)) })).toEqual({ is: 'step', of: at(1, 1) });
});

test('after the last step the preview shows the next slide', () => {
  const input = { shown: positionWith(at(1, 2)), beginning: at(2), goesOnInside: false };
  expect(nextPreviewMove({ ...input, ahead: positionWith(at(1, 2)), last: null })).toEqual({ is: 'go', of: at(2) });
  expect(nextPreviewMove({ ...input, ahead: positionWith(at(2)), last: null })).toBeNull();
});

test('a deck that does not go there is asked only once', () => {
  const last = { is: 'go', of: at(1) } as const;
  expect(
    nextPreviewMove({ shown: positionWith(at(1)), ahead: positionWith(at(0)), beginning: at(2), goesOnInside: true, last }),
  ).toBeNull();
});

test('the preview waits until the shown slide has reported', () => {
  const shown = { ...positionWith(at(1)), hasReported: false };
  expect(nextPreviewMove({ shown, ahead: positionWith(at(4)), beginning: at(2), goesOnInside: false, last: null })).toBeNull();
});
