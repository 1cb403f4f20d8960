import { expect, test } from 'vitest';
import { KeyProof } from './key-proof.ts';

const press = (
  key: string,
  more: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'repeat' | 'isTrusted', boolean>> = {},
) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
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

function claimedWithControl(): KeyProof {
  const proof = new KeyProof();
  proof.claim({ key: 'k', shiftKey: false, control: true });
  return proof;
}

test('a key that is claimed with Ctrl counts only if Ctrl is held, or was released before the key', () => {
  expect(claimedWithControl().up(press('k'))).toBe('other');
  expect(claimedWithControl().down(press('k', { repeat: true }))).toBe('other');
  expect(claimedWithControl().up(press('k', { ctrlKey: true }))).toBe('proven');
  expect(claimedWithControl().down(press('k', { ctrlKey: true, repeat: true }))).toBe('proven');
  const proof = claimedWithControl();
  expect(proof.up(press('Control'))).toBe('other');
  expect(proof.up(press('k'))).toBe('proven');
  expect(claimedWithControl().up(press('c', { ctrlKey: true }))).toBe('other');
});

test('a key that is claimed with Ctrl counts once, however long it is held', () => {
  const proof = claimedWithControl();
  expect(proof.down(press('k', { ctrlKey: true, repeat: true }))).toBe('proven');
  expect(proof.down(press('k', { ctrlKey: true, repeat: true }))).toBe('swallow');
  expect(proof.up(press('Control'))).toBe('other');
  expect(proof.down(press('k', { repeat: true }))).toBe('swallow');
  expect(proof.up(press('k'))).toBe('other');
});

test('the release of ⌘ confirms a key that is claimed with it, because macOS does not report the release of that key', () => {
  const proof = claimedWithControl();
  expect(proof.up(press('Meta'))).toBe('proven');
  expect(proof.up(press('Meta'))).toBe('other');
  expect(claimed('b').up(press('Meta'))).toBe('other');
});
