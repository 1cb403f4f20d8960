import { expect, test } from 'vitest';
import { SlideTimes } from './visits.ts';

function start() {
  let now = 0;
  const times = new SlideTimes(() => now);
  return { times, wait: (milliseconds: number) => (now += milliseconds) };
}

test('the time of each slide is added up and reported once', () => {
  const { times, wait } = start();
  times.look(0);
  wait(1000);
  times.look(1);
  wait(500);
  times.look(0);
  wait(250);
  expect(times.take()).toEqual([
    { index: 0, milliseconds: 1250 },
    { index: 1, milliseconds: 500 },
  ]);
  wait(100);
  expect(times.take()).toEqual([{ index: 0, milliseconds: 100 }]);
});

test('time in which the page is hidden does not count', () => {
  const { times, wait } = start();
  times.look(2);
  wait(300);
  times.look(null);
  wait(60_000);
  expect(times.take()).toEqual([{ index: 2, milliseconds: 300 }]);
  expect(times.take()).toEqual([]);
});

test('one report stays within its limits', () => {
  const { times, wait } = start();
  times.look(0);
  wait(24 * 60 * 60_000);
  expect(times.take()).toEqual([{ index: 0, milliseconds: 600_000 }]);
  for (let slide = 0; slide < 150; slide += 1) {
    times.look(slide);
    wait(10);
  }
  expect(times.take()).toHaveLength(100);
});
