import { expect, test } from 'vitest';
import type { Place } from '#shared/place.ts';
import { nextEffort } from './use-next-slide.ts';

const at = (slideIndex: number, step = 0): Place => ({ slideIndex, inner: { index: 0, step } });
const inside = { index: 0, count: 1, step: 0, canNext: true, canPrevious: false };
const positionWith = (place: Place) => ({ place, inner: inside, hasReported: true, arriving: false });

test('where the slide goes on inside, the second frame goes there and then one step on, once', () => {
  const pursuit = { shown: positionWith(at(1)), beginning: at(2), goesOnInside: true };
  const go = nextEffort({ ...pursuit, ahead: positionWith(at(5)), last: null });
  expect(go).toEqual({ is: 'go', of: at(1) });
  expect(nextEffort({ ...pursuit, ahead: { ...positionWith(at(1)), arriving: true }, last: go })).toBeNull();
  expect(
    nextEffort({ ...pursuit, ahead: { ...positionWith(at(1)), inner: null }, last: go }),
    'its steps are not known yet',
  ).toBeNull();
  const step = nextEffort({ ...pursuit, ahead: positionWith(at(1)), last: go });
  expect(step).toEqual({ is: 'step', of: at(1) });
  expect(nextEffort({ ...pursuit, ahead: positionWith(at(1)), last: step })).toBeNull();
  expect(nextEffort({ ...pursuit, ahead: positionWith(at(1, 1)), last: step })).toBeNull();
});

test('one that is a step ahead steps on when the shown one does', () => {
  const pursuit = {
    shown: positionWith(at(1, 1)),
    beginning: at(2),
    goesOnInside: true,
    last: { is: 'step', of: at(1) } as const,
  };
  expect(nextEffort({ ...pursuit, ahead: positionWith(at(1, 1)) })).toEqual({ is: 'step', of: at(1, 1) });
});

test('at the end of a slide it shows the next one', () => {
  const pursuit = { shown: positionWith(at(1, 2)), beginning: at(2), goesOnInside: false };
  expect(nextEffort({ ...pursuit, ahead: positionWith(at(1, 2)), last: null })).toEqual({ is: 'go', of: at(2) });
  expect(nextEffort({ ...pursuit, ahead: positionWith(at(2)), last: null })).toBeNull();
});

test('a deck that cannot be brought there is not asked again and again', () => {
  const last = { is: 'go', of: at(1) } as const;
  expect(
    nextEffort({ shown: positionWith(at(1)), ahead: positionWith(at(0)), beginning: at(2), goesOnInside: true, last }),
  ).toBeNull();
});

test('nothing is decided while the shown slide is on its way', () => {
  const shown = { ...positionWith(at(1)), hasReported: false };
  expect(nextEffort({ shown, ahead: positionWith(at(4)), beginning: at(2), goesOnInside: false, last: null })).toBeNull();
});
