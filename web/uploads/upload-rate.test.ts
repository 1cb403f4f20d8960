import { expect, test } from 'vitest';
import { UploadRate } from './upload-rate.ts';

test('nothing is known from one sample', () => {
  const rate = new UploadRate();
  rate.add(1000, 0);
  expect(rate.bytesPerSecond()).toBe(0);
});

test('counts bytes over the time they took', () => {
  const rate = new UploadRate();
  rate.add(0, 0);
  rate.add(500, 500);
  rate.add(4000, 2000);
  expect(rate.bytesPerSecond()).toBe(2000);
});

test('forgets what is older than its window', () => {
  const rate = new UploadRate();
  rate.add(0, 0);
  rate.add(1_000_000, 1000);
  rate.add(1_001_000, 4000);
  rate.add(1_002_000, 5000);
  expect(rate.bytesPerSecond()).toBe(1000);
});
