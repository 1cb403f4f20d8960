import { expect, test } from 'vitest';
import { linkTarget, slideAtPath } from './link-target.ts';

const BASE = 'https://decks.example/play/token/';
const slides = ['slides/1.html', 'slides/Grüße 2.html'].map((file) => ({ file }));
const targetOf = (href: string) => linkTarget(href, BASE, slides);

test('a link to the document of a slide leads to that slide', () => {
  expect(targetOf(`${BASE}slides/Gr%C3%BC%C3%9Fe%202.html#end`)).toEqual({ is: 'slide', index: 1 });
  expect(targetOf(`${BASE}slides/1.html?x`)).toEqual({ is: 'slide', index: 0 });
});

test('a link to another file of the package names the file', () => {
  expect(targetOf(`${BASE}handout.pdf`)).toMatchObject({ is: 'file', name: 'handout.pdf' });
});

test('a link to a website names its host as browsers write it', () => {
  expect(targetOf('https://bücher.example:8443/a?b#c')).toEqual({
    is: 'site',
    name: 'xn--bcher-kva.example:8443',
    href: 'https://xn--bcher-kva.example:8443/a?b#c',
  });
  expect(targetOf('https://decks.example/play/other/1.html')).toMatchObject({ is: 'site', name: 'decks.example' });
});

test('a link to a mail address names the address', () => {
  expect(targetOf('mailto:ann%40example.com?subject=Hi')).toMatchObject({ is: 'mail', name: 'ann@example.com' });
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:null/1',
  'file:///etc/passwd',
  'https://user:secret@a.example/',
  'x',
  '',
])('the link "%s" leads nowhere', (href) => expect(targetOf(href)).toBeNull());

test('a document is found by its path', () => {
  const at = (path: string) => slideAtPath(path, BASE, slides);
  expect([at('/play/token/slides/Gr%C3%BC%C3%9Fe%202.html'), at('/play/token/other.html'), at('/elsewhere')]).toEqual([
    1, -1, -1,
  ]);
});
