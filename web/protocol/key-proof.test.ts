import { expect, test } from 'vitest';
import { KeyProof } from './key-proof.ts';

const press = (key: string, more: { shiftKey?: boolean; repeat?: boolean; isTrusted?: boolean } = {}) => ({
  key,
  shiftKey: false,
  repeat: false,
  isTrusted: true,
  ...more,
});

function claimed(key: string, shiftKey = false): KeyProof {
  const proof = new KeyProof();
  proof.claim({ key, shiftKey });
  return proof;
}

test('a claimed key counts once, when the page sees its keyup', () => {
  const proof = claimed('d');
  expect(proof.up(press('d'))).toBe('proven');
  expect(proof.up(press('d'))).toBe('other');
});

test('a held key counts once, when it repeats', () => {
  const proof = claimed('b');
  expect(proof.down(press('b', { repeat: true }))).toBe('proven');
  expect(proof.down(press('b', { repeat: true }))).toBe('swallow');
  expect(proof.up(press('b'))).toBe('other');
  expect(proof.down(press('b', { repeat: true }))).toBe('other');
});

test('only the same key confirms a claim', () => {
  const proof = claimed('s');
  expect(proof.up(press('d'))).toBe('other');
  expect(proof.up(press('s', { shiftKey: true }))).toBe('other');
  expect(proof.up(press('s', { isTrusted: false }))).toBe('other');
  expect(proof.down(press('x', { repeat: true }))).toBe('other');
});

test('pressing the key in the page is an ordinary key press and ends the claim', () => {
  const proof = claimed('s');
  expect(proof.down(press('s'))).toBe('other');
  expect(proof.up(press('s'))).toBe('other');
});

test('without a claim no key is confirmed', () => {
  expect(new KeyProof().up(press('d'))).toBe('other');
});
