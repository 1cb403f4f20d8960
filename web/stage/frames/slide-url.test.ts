import { expect, test } from 'vitest';
import { slideUrl } from './slide-url.ts';

test('URL syntax characters in a package path are escaped', () => {
  expect(slideUrl('http://h/play/t/', 'a folder/50% #1?.html')).toBe('http://h/play/t/a%20folder/50%25%20%231%3F.html');
});
