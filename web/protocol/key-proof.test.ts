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

test('a claimed key counts when the page sees it go up, and once', () => {
  const proof = claimed('d');
  expect(proof.up(press('d'))).toBe('proven');
  expect(proof.up(press('d'))).toBe('other');
});

test('a key that is held counts when it repeats, and once', () => {
  const proof = claimed('b');
  expect(proof.down(press('b', { repeat: true }))).toBe('proven');
  expect(proof.down(press('b', { repeat: true }))).toBe('swallow');
  expect(proof.up(press('b'))).toBe('other');
  expect(proof.down(press('b', { repeat: true }))).toBe('other');
});

test('no other key proves it', () => {
  const proof = claimed('s');
  expect(proof.up(press('d'))).toBe('other');
  expect(proof.up(press('s', { shiftKey: true }))).toBe('other');
  expect(proof.up(press('s', { isTrusted: false }))).toBe('other');
  expect(proof.down(press('x', { repeat: true }))).toBe('other');
});

test('the same key, pressed later in the page, is an ordinary one and ends the claim', () => {
  const proof = claimed('s');
  expect(proof.down(press('s'))).toBe('other');
  expect(proof.up(press('s'))).toBe('other');
});

test('without a claim nothing is proven', () => {
  expect(new KeyProof().up(press('d'))).toBe('other');
});
