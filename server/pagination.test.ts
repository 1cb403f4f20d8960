import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, instantOf, toPage } from './pagination.ts';

function isRefused(cursor: string): void {
  expect(() => decodeCursor('decks', cursor)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
}

const anyText = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0') && text.isWellFormed());

describe('a cursor', () => {
  it('contains the position from which it was created', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (list, key, id) => {
        expect(decodeCursor(list, encodeCursor(list, { key, id }))).toEqual({ key, id });
      }),
    );
  });

  it('needs no escaping in an address, and is short with any filter', () => {
    const cursor = encodeCursor('x'.repeat(5000), { key: '表'.repeat(256), id: crypto.randomUUID() });
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(cursor.length).toBeLessThan(2048);
  });

  it('is valid only for its own list', () => {
    const cursor = encodeCursor('decks', { key: 'a', id: 'b' });
    expect(() => decodeCursor('invites', cursor)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
    expect(decodeCursor('decks', undefined)).toBeNull();
  });

  it('that was invented is refused and causes no server error', () => {
    fc.assert(fc.property(fc.string(), isRefused));
    fc.assert(fc.property(fc.json(), (json) => isRefused(Buffer.from(json).toString('base64url'))));
  });
});

describe('the instant of a position', () => {
  it.each(['2026-01-31T09:30:00.000Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])('is %s', (key) => {
    expect(instantOf({ key, id: 'x' }).toISOString()).toBe(key);
  });

  it.each([
    '',
    'now',
    '2026-01-31',
    '2026-02-30T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '2026-01-31T09:30:00Z',
    '2026-01-31T09:30:00.000+01:00',
  ])('is not %s', (key) => {
    expect(() => instantOf({ key, id: 'x' })).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });
});

describe('a page', () => {
  it('has a next one if there is one row more than requested', () => {
    expect(toPage([1, 2, 3], 2, String)).toEqual({ items: [1, 2], nextCursor: '2' });
    expect(toPage([1, 2], 2, String)).toEqual({ items: [1, 2], nextCursor: null });
    expect(toPage([], 2, String)).toEqual({ items: [], nextCursor: null });
  });
});
