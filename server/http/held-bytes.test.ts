import { expect, it } from 'vitest';
import { HeldBytes } from './held-bytes.ts';

const tooMuch = { code: 'UNAVAILABLE', details: { retryAfterSeconds: 5 } };

it('limits one holder and all holders together, and frees what has ended', () => {
  const held = new HeldBytes({ totalMax: 100, eachMax: 60 });
  const [one, same, other] = [held.hold('one'), held.hold('one'), held.hold('other')];
  one.add(40);
  expect(() => same.add(21)).toThrow(expect.objectContaining(tooMuch));
  same.add(20);
  expect(() => other.add(41)).toThrow(expect.objectContaining(tooMuch));
  other.add(40);
  expect(held.total).toBe(100);
  one[Symbol.dispose]();
  one[Symbol.dispose]();
  expect(held.total).toBe(60);
  other.add(20);
  same[Symbol.dispose]();
  other[Symbol.dispose]();
  expect(held.total).toBe(0);
});
