import { aDeckAnd, aDeckWith, aManifestWithSlide, deckEntries, HTML } from '../a-deck.ts';
import { onArchive, onNames, type Attack } from '../attack.ts';
import type { PathRule } from '../../src/index.ts';
import { makeZip, type RawEntry } from '../zip-maker.ts';
import { unicodePath } from './directory.ts';

const named = (rule: PathRule, what: string, name: string | Uint8Array): Attack =>
  onNames(rule, `an entry named ${what}`, () => aDeckAnd({ name, content: String(name).endsWith('/') ? '' : HTML }));
const inManifest = (rule: PathRule, what: string, path: string): Attack =>
  onNames(rule, `the manifest names ${what}`, () => makeZip({ entries: deckEntries(aManifestWithSlide({ file: path })) }));
const clash = (rule: 'name-repeated' | 'name-is-folder', what: string, ...names: string[]): Attack =>
  onArchive(rule, what, () => aDeckAnd(...names.map((name) => ({ name, content: name.endsWith('/') ? '' : HTML }))));

const OEM_NAME = Uint8Array.of(0x82);

/** Pairs of names that are equal for readers that decode names without the UTF-8 flag as code page 437. */
const otherReadings: readonly (readonly [string, ...RawEntry[]])[] = [
  ['UTF-8 without its flag, and its decoding as code page 437', { name: 'é.html', both: { flags: 0 } }, { name: '├⌐.html' }],
  ['the same two in reverse order', { name: '├⌐.html' }, { name: './é.html', both: { flags: 0 } }],
  [
    'one name in code page 850 with two Unicode-path fields',
    { name: OEM_NAME, both: { flags: 0, extra: unicodePath(OEM_NAME, 'é') } },
    { name: OEM_NAME, both: { flags: 0, extra: unicodePath(OEM_NAME, 'è') } },
  ],
];

/** Names that lead outside of the deck, or that other readers interpret differently. */
export const nameAttacks: readonly Attack[] = [
  named('parent', '../evil.html', '../evil.html'),
  named('parent', 'slides/../../evil.html', 'slides/../../evil.html'),
  named('parent', 'slides/.. (at its end)', 'slides/..'),
  named('parent', '..\\evil.html', '..\\evil.html'),
  named('parent', 'a folder ../', '../'),
  named('parent', '__MACOSX/../../evil (among the junk files)', '__MACOSX/../../evil'),
  named('absolute', '/etc/passwd', '/etc/passwd'),
  named('absolute', '\\server\\share', '\\\\server\\share\\evil.html'),
  named('absolute', '/ alone', '/'),
  named('colon', 'C:/evil.html', 'C:/evil.html'),
  named('colon', 'C:evil.html', 'C:evil.html'),
  named('colon', 'page.html:stream', 'page.html:stream'),
  named('control', 'with a NUL before its ending', 'evil.php\0.html'),
  named('control', 'with a line feed', 'evil\nname.html'),
  named('control', 'with an escape sequence', 'evil\u001b[2J.html'),
  named('control', 'with a C1 control', 'evil\u009b.html'),
  named('control', 'with DEL', 'evil\u007f.html'),
  named('direction', 'with a right-to-left override', 'evil\u202elmth.exe'),
  named('direction', 'with an isolate', 'evil\u2066.html'),
  named('direction', 'with a byte-order mark at the beginning', '\ufeffmanifest.json'),
  named('encoding', 'in Latin-1 with the UTF-8 flag', Uint8Array.of(0x63, 0x61, 0x66, 0xe9)),
  ...[Uint8Array.of(0x63, 0x61, 0x66, 0x82), new Uint8Array(300).fill(0x82)].map((name) =>
    onArchive('names-not-utf8', `an entry named in a Windows code page, of ${name.length} bytes`, () =>
      aDeckAnd({ name, content: HTML, both: { flags: 0 } }),
    ),
  ),
  named('too-long', '1,025 letters', `${'x'.repeat(1020)}.html`),
  named('too-long', '400 letters of three bytes', '\u2603'.repeat(400)),
  named('too-long', '65,000 bytes', 'b/'.repeat(32_500)),
  named('too-long', '65,000 bytes that are not UTF-8', new Uint8Array(65_000).fill(0xff)),
  named('too-long', '1,000 bytes that are longer in NFC', '\u0958'.repeat(333)),
  named('combining-marks', '31 marks over one letter', `a${'\u0301'.repeat(31)}.html`),
  named('combining-marks', '31 marks of many kinds', `a${'\u0301\u0323\u0483'.repeat(11)}.html`),
  named('version-number', 'page.html;1', 'page.html;1'),
  named('version-number', 'page.html;', 'page.html;'),
  named('version-number', 'slides/01.html;12 (unzip writes slides/01.html)', 'slides/01.html;12'),
  named('encoding', 'with an overlong slash', Uint8Array.of(0x2e, 0x2e, 0xc0, 0xaf, 0x61)),
  named('encoding', 'with half a surrogate pair', Uint8Array.of(0x61, 0xed, 0xa0, 0x80)),
  named('trailing-dot-or-space', 'evil.html. (Windows drops the dot)', 'evil.html.'),
  named('trailing-dot-or-space', 'evil.html with a trailing space', 'evil.html '),
  named('trailing-dot-or-space', 'folder. /page', 'folder. /page.html'),
  named('trailing-dot-or-space', '...', '...'),
  named('empty', 'nothing', ''),
  named('empty', 'a single dot', '.'),
  inManifest('parent', '../../secret.html', '../../secret.html'),
  inManifest('parent', '..\\secret.html', '..\\secret.html'),
  inManifest('parent', '../../etc/passwd (not HTML)', '../../etc/passwd'),
  inManifest('parent', '.. alone', '..'),
  inManifest('parent', 'slides/.. (not HTML)', 'slides/..'),
  inManifest('absolute', '/etc/passwd (not HTML)', '/etc/passwd'),
  inManifest('empty', 'nothing', ''),
  inManifest('version-number', 'slides/01.html;1', 'slides/01.html;1'),
  inManifest('too-long', 'a path of 4.8 MB', `${'a\u0301'.repeat(1_600_000)}.html`),
  inManifest('combining-marks', '500 combining marks', `${'\u0301\u0323'.repeat(250)}.html`),
  inManifest('absolute', '/secret.html', '/secret.html'),
  inManifest('colon', 'file:///secret.html', 'file:///secret.html'),
  inManifest('control', 'a path with NUL', 'slides/01\0.html'),
  inManifest('encoding', 'a path with half a surrogate pair', 'slides/\ud800.html'),
  onNames('parent', 'the manifest names a thumbnail above the root', () =>
    makeZip({ entries: deckEntries(aManifestWithSlide({ thumbnail: '../x.png' })) }),
  ),
  clash('name-repeated', 'one name twice', 'slides/03.html', 'slides/03.html'),
  clash('name-repeated', 'two manifests', 'manifest.json'),
  clash('name-repeated', 'a name twice, once with "."', 'slides/./01.html'),
  clash('name-repeated', 'a name twice, once with an empty segment', 'slides//01.html'),
  clash('name-repeated', 'a name twice, once with a backslash', 'slides\\01.html'),
  clash('name-repeated', 'two names that differ in case', 'assets/Logo.svg', 'assets/logo.SVG'),
  clash('name-repeated', 'two names that differ in Unicode form', 'assets/caf\u00e9.svg', 'assets/cafe\u0301.svg'),
  clash('name-repeated', 'two names that differ in ß and SS', 'assets/stra\u00dfe.svg', 'assets/STRASSE.svg'),
  clash('name-repeated', 'a Kelvin sign for a K', 'assets/\u212a.svg', 'assets/k.svg'),
  ...otherReadings.map(([what, ...names]) =>
    onArchive('name-reads-like-another', what, () => aDeckAnd(...names.map((entry) => ({ content: HTML, ...entry })))),
  ),
  clash('name-is-folder', 'a file that is also a folder', 'slides/01.html/evil.js'),
  clash('name-is-folder', 'a file that is also an empty folder', 'slides/01.html/'),
  clash('name-is-folder', 'a file that is a folder in another case', 'assets/a', 'Assets/A/b.html'),
  clash('name-is-folder', 'a file several levels above', 'x', 'x/y/z/page.html'),
  onNames('encoding', 'a name flagged as UTF-8 that is not', () =>
    aDeckWith('assets/dot.png', (entry) => ({ ...entry, name: Uint8Array.of(0xff, 0xfe, 0x41) })),
  ),
];
