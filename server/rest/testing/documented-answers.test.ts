import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#server/rest/openapi/document.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { DocumentedAnswers } from './documented-answers.ts';

const documented = new DocumentedAnswers(openApiDocument('1.0.0'));
const getNotes = { path: '/decks/{id}/notes', method: 'get' } as const;
const deleteNote = { path: '/decks/{id}/notes/{slideIndex}', method: 'delete' } as const;

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': '00000000-0000-4000-8000-000000000001',
  'cache-control': 'private, no-cache',
  etag: 'W/"1"',
};
const NOTE = {
  deckId: 'd',
  slideIndex: 0,
  inner: null,
  body: 'x',
  revision: 1,
  updatedAt: '2026-01-31T09:30:00.000Z',
  updatedBy: { id: 'u', name: 'Ada' },
};
const NOTES = { items: [NOTE], unplaced: [] };
const ERROR = { error: { code: 'DECK_NOT_FOUND', message: 'There is none.', details: { requestId: 'r' } } };

function answer(status: number, body: unknown, headers: Record<string, string | undefined> = {}): Answer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const present = Object.fromEntries(Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== undefined));
  return { status, headers: present, bytes: Buffer.from(text), text, body };
}

/** Tests the check itself: if it found no faults, all tests that use it would pass. */
describe('faults are found that the document does not describe', () => {
  it('a documented response has no faults', () => {
    expect(documented.faultsOf(getNotes, answer(200, NOTES))).toEqual([]);
    expect(documented.faultsOf(getNotes, answer(404, ERROR, { etag: undefined }))).toEqual([]);
    expect(documented.faultsOf(deleteNote, answer(204, undefined, { etag: undefined, 'content-type': undefined }))).toEqual([]);
  });

  it.each([
    ['a field', answer(200, { ...NOTES, extra: 1 }), /additionalProperties|additional properties/],
    ['a field of an item', answer(200, { ...NOTES, items: [{ ...NOTE, secret: 1 }] }), /secret/],
    ['a field that is missing', answer(200, { items: [] }), /unplaced/],
    ['a field of another type', answer(200, { ...NOTES, items: [{ ...NOTE, revision: '1' }] }), /revision/],
    ['a time in another form', answer(200, { ...NOTES, items: [{ ...NOTE, updatedAt: '2026-01-31' }] }), /updatedAt/],
    ['a status', answer(418, ERROR, { etag: undefined }), /status 418/],
    ['a header', answer(200, NOTES, { 'x-powered-by': 'Express' }), /x-powered-by/],
    ['a header that is missing', answer(200, NOTES, { etag: undefined }), /ETag is missing/],
    ['a header of another form', answer(200, NOTES, { 'x-request-id': 'none' }), /X-Request-Id/],
    ['another content type', answer(200, NOTES, { 'content-type': 'text/html' }), /text\/html/],
    [
      'a code of another operation',
      answer(404, { error: { ...ERROR.error, code: 'KEY_NOT_FOUND' } }, { etag: undefined }),
      /KEY_NOT_FOUND/,
    ],
    [
      'a detail',
      answer(404, { error: { ...ERROR.error, details: { requestId: 'r', stack: 'at x' } } }, { etag: undefined }),
      /stack/,
    ],
  ])('%s', (_, given, expected) => {
    expect(documented.faultsOf(getNotes, given).join('\n')).toMatch(expected);
  });

  it('a body although none is documented', () => {
    expect(documented.faultsOf(deleteNote, answer(204, {}, { etag: undefined }))).toEqual(['there is a body']);
  });
});
