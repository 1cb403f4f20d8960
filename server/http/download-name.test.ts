import { parse } from 'content-disposition';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentNamed } from './download-name.ts';

/** Both names of a header: the plain one and the extended one. */
function namesOf(header: string): { plain: string; extended: string } {
  const { type, parameters } = parse(header);
  expect(type).toBe('attachment');
  const plain = /filename=(?:"((?:\\.|[^"\\])*)"|([^;]+))/.exec(header);
  return {
    plain: (plain?.[1] ?? plain?.[2] ?? '').replaceAll(/\\(.)/g, '$1'),
    extended: parameters['filename'] ?? '',
  };
}

/** The rules of Windows for file names, written independently of the code: characters, endings, devices. */
function isWindowsName(name: string): boolean {
  const [device = ''] = name.split('.');
  return (
    !/[<>:"/\\|?*]/.test(name) &&
    // oxlint-disable-next-line no-control-regex
    !/[\u0000-\u001f\u007f-\u009f]/.test(name) &&
    !/[. ]$/.test(name) &&
    !/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i.test(device.trimEnd())
  );
}

describe("a download's name", () => {
  it.each([
    ['Quarterly figures', 'Quarterly figures.stage', 'Quarterly figures.stage'],
    ['Übersicht', 'Ubersicht.stage', 'Übersicht.stage'],
    ['表 🎉', 'deck.stage', '表 🎉.stage'],
    ['Plan 表', 'Plan _.stage', 'Plan 表.stage'],
    ['Which? a<b>c:d|e*f', 'Which- a-b-c-d-e-f.stage', 'Which- a-b-c-d-e-f.stage'],
    ['a "quoted" one', 'a -quoted- one.stage', 'a -quoted- one.stage'],
    ['../up\\and/away', '..-up-and-away.stage', '..-up-and-away.stage'],
    ['CON', '_CON.stage', '_CON.stage'],
    ['NUL.txt', '_NUL.txt.stage', '_NUL.txt.stage'],
    ['lpt¹', '_lpt1.stage', '_lpt¹.stage'],
    ['com１', '_com1.stage', 'com１.stage'],
    ['Console', 'Console.stage', 'Console.stage'],
    ['The end. . .', 'The end.stage', 'The end.stage'],
    ['...', 'deck.stage', 'deck.stage'],
    ['exe\u202egpj', 'exegpj.stage', 'exegpj.stage'],
    ['100% %41', '100% %41.stage', '100% %41.stage'],
    ['½ price', '1_2 price.stage', '½ price.stage'],
  ])('for %j', (title, plain, extended) => {
    expect(namesOf(attachmentNamed(title, '.stage'))).toEqual({ plain, extended });
  });

  it('is never longer than file systems allow and does not split a character', () => {
    for (const title of ['x'.repeat(256), '表'.repeat(256), '👩‍👩‍👧‍👦'.repeat(23), 'e\u0301'.repeat(128)]) {
      const { plain, extended } = namesOf(attachmentNamed(title, '.stage'));
      expect(Buffer.byteLength(plain)).toBeLessThanOrEqual(206);
      expect(Buffer.byteLength(extended)).toBeLessThanOrEqual(206);
      expect(`${title}.stage`.startsWith(extended.slice(0, -'.stage'.length))).toBe(true);
      expect(extended).not.toMatch(/[\ud800-\udbff]\.stage$|\u200d\.stage$/);
    }
  });

  it('is a valid Windows file name for any title', () => {
    const titles = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 256 }),
      fc.string({
        unit: fc.constantFrom('.', ' ', 'con', 'NUL', '1', '?', '\u202e', '\u0301', '＂', 'ﬁ', '⁄', '：'),
        maxLength: 20,
      }),
    );
    fc.assert(
      fc.property(titles, (title) => {
        const { plain, extended } = namesOf(attachmentNamed(title, '.svg'));
        expect(plain).toMatch(/^[\x20-\x7e]+\.svg$/);
        expect([plain, extended].filter((name) => !isWindowsName(name))).toEqual([]);
      }),
    );
  });
});
