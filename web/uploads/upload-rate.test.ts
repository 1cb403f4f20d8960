import { expect, test } from 'vitest';
import { UploadRate } from './upload-rate.ts';

test('one sample gives no rate', () => {
  const rate = new UploadRate();
  rate.add(1000, 0);
  expect(rate.bytesPerSecond()).toBe(0);
});

test('divides bytes by time', () => {
  const rate = new UploadRate();
  rate.add(0, 0);
  rate.add(500, 500);
  rate.add(4000, 2000);
  expect(rate.bytesPerSecond()).toBe(2000);
});

test('ignores samples older than the window', () => {
  const rate = new UploadRate();
  rate.add(0, 0);
  rate.add(1_000_000, 1000);
  rate.add(1_001_000, 4000);
  rate.add(1_002_000, 5000);
  expect(rate.bytesPerSecond()).toBe(1000);
});
