import { expect, test, vi } from 'vitest';
import { StageGestures } from './stage-gestures.ts';

const at = (pointerId: number, x: number, y: number, timeStamp = 0, pointerType = 'touch') => ({
  pointerId,
  pointerType,
  timeStamp,
  screenX: x,
  screenY: y,
  clientX: x,
  clientY: y,
});

function start({ isZoomed = false } = {}) {
  const actions = { swipe: vi.fn<(direction: string) => void>(), zoomBy: vi.fn<() => void>(), panBy: vi.fn<() => void>() };
  return { ...actions, gestures: new StageGestures({ ...actions, isZoomed: () => isZoomed }) };
}

test('a fast swipe to the left goes to the next slide', () => {
  const { gestures, swipe } = start();
  gestures.down(at(1, 300, 200));
  gestures.move(at(1, 200, 205, 100));
  gestures.up(at(1, 180, 210, 150));
  expect(swipe.mock.calls).toEqual([['next']]);
});

test.each([
  ['up and down', at(1, 290, 20, 150)],
  ['slowly', at(1, 100, 200, 3000)],
  ['with a mouse', at(1, 100, 200, 150, 'mouse')],
])('%s is no swipe', (_how, end) => {
  const { gestures, swipe } = start();
  gestures.down(at(1, 300, 200, 0, end.pointerType));
  gestures.up(end);
  expect(swipe).not.toHaveBeenCalled();
});

test('two fingers zoom around their center, and lifting one does not change the slide', () => {
  const { gestures, swipe, zoomBy, panBy } = start();
  gestures.down(at(1, 100, 100));
  gestures.down(at(2, 200, 100));
  gestures.move(at(2, 300, 100, 50));
  expect(zoomBy).toHaveBeenCalledWith(2, { x: 200, y: 100 });
  expect(panBy).toHaveBeenCalledWith({ x: 50, y: 0 });
  gestures.up(at(2, 300, 100, 60));
  gestures.up(at(1, 0, 100, 90));
  expect(swipe).not.toHaveBeenCalled();
});

test('one finger pans a zoomed slide; a pen does not', () => {
  const { gestures, swipe, panBy } = start({ isZoomed: true });
  gestures.down(at(1, 300, 200));
  gestures.move(at(1, 200, 220, 50));
  gestures.up(at(1, 200, 220, 60));
  expect(panBy.mock.calls).toEqual([[{ x: -100, y: 20 }]]);
  expect(swipe).not.toHaveBeenCalled();
  gestures.down(at(2, 0, 0, 0, 'pen'));
  gestures.move(at(2, 50, 0, 50, 'pen'));
  expect(panBy).toHaveBeenCalledTimes(1);
});
