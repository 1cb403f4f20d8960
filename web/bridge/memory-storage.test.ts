import { expect, test } from 'vitest';
import { memoryStorage, provideStorage } from './memory-storage.ts';

test('memory storage behaves like the browser storage', () => {
  const storage = memoryStorage();
  storage.setItem('b', 'two');
  // Deck code passes numbers.
  Reflect.apply((name: string, value: string) => storage.setItem(name, value), null, ['a', 1]);
  expect([storage.length, storage.getItem('a'), storage.getItem('b'), storage.getItem('c')]).toEqual([2, '1', 'two', null]);
  expect([storage.key(0), storage.key(1), storage.key(2)]).toEqual(['b', 'a', null]);
  storage.removeItem('b');
  expect(storage.length).toBe(1);
  storage.clear();
  expect(storage.length).toBe(0);
});

test('names from Object.prototype are ordinary keys', () => {
  expect(memoryStorage().getItem('__proto__')).toBeNull();
});

test('only a storage that throws is replaced', () => {
  const real = memoryStorage();
  const page = { sessionStorage: real };
  const denied = () => {
    throw new Error('The document is sandboxed.');
  };
  Object.defineProperty(page, 'localStorage', { get: denied, configurable: true });
  provideStorage(page as typeof page & { localStorage: Storage });
  const { localStorage, sessionStorage } = page as typeof page & { localStorage: Storage };
  localStorage.setItem('a', 'one');
  expect(localStorage.getItem('a')).toBe('one');
  expect(sessionStorage).toBe(real);
});
