import { describe, expect, it } from 'vitest';
import { loggablePath } from './access-log.ts';

describe('a path in the log', () => {
  it.each([
    ['/api/decks', '/api/decks'],
    ['/api/decks?query=private', '/api/decks'],
    ['/join#token', '/join'],
    ['/play/secret/slides/1.html', '/play/…'],
    ['/play/secret', '/play/…'],
    ['/PLAY/secret/x', '/play/…'],
    ['http://host/play/secret/x', '/play/…'],
    ['HTTPS://user@host:80/play/secret/x?y', '/play/…'],
    ['http://host', ''],
    ['//play/secret', '//play/secret'],
    ['*', '*'],
    ['', ''],
  ])('of %s is %s', (url, expected) => {
    expect(loggablePath(url)).toBe(expected);
  });
});
