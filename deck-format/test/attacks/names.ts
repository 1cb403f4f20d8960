import { aDeckAnd, aDeckWith, aManifestWithSlide, deckEntries, HTML } from '../a-deck.ts';
import { onArchive, onNames, type Attack } from '../attack.ts';
import type { PathRule } from '../../src/index.ts';
import { makeZip } from '../zip-maker.ts';

const named = (rule: PathRule, what: string, name: string | Uint8Array): Attack =>
  onNames(rule, `an entry named ${what}`, () => aDeckAnd({ name, content: String(name).endsWith('/') ? '' : HTML }));
const inManifest = (rule: PathRule, what: string, path: string): Attack =>
  onNames(rule, `the manifest names ${what}`, () => makeZip({ entries: deckEntries(aManifestWithSlide({ file: path })) }));
const clash = (rule: 'name-repeated' | 'name-is-folder', what: string, ...names: string[]): Attack =>
  onArchive(rule, what, () => aDeckAnd(...names.map((name) => ({ name, content: name.endsWith('/') ? '' : HTML }))));

/** Names that mean something outside of the deck, or something else to another reader. */
export const nameAttacks: readonly Attack[] = [
  named('parent', '../evil.html', '../evil.html'),
  named('parent', 'slides/../../evil.html', 'slides/../../evil.html'),
  named('parent', 'slides/.. (at its end)', 'slides/..'),
  named('parent', '..\\evil.html', '..\\evil.html'),
  named('parent', 'a folder ../', '../'),
  named('parent', '__MACOSX/../../evil (among the junk)', '__MACOSX/../../evil'),
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
  named('direction', 'with a byte-order mark in front', '\ufeffmanifest.json'),
  named('encoding', 'in Latin-1 without the UTF-8 flag', Uint8Array.of(0x63, 0x61, 0x66, 0xe9)),
  named('encoding', 'with an overlong slash', Uint8Array.of(0x2e, 0x2e, 0xc0, 0xaf, 0x61)),
  named('encoding', 'with half a surrogate pair', Uint8Array.of(0x61, 0xed, 0xa0, 0x80)),
  named('trailing-dot-or-space', 'evil.html. (Windows drops the dot)', 'evil.html.'),
  named('trailing-dot-or-space', 'evil.html with a space behind', 'evil.html '),
  named('trailing-dot-or-space', 'folder. /page', 'folder. /page.html'),
  named('trailing-dot-or-space', '...', '...'),
  named('empty', 'nothing', ''),
  named('empty', 'a single dot', '.'),
  inManifest('parent', '../../secret.html', '../../secret.html'),
  inManifest('parent', '..\\secret.html', '..\\secret.html'),
  inManifest('absolute', '/secret.html', '/secret.html'),
  inManifest('colon', 'file:///secret.html', 'file:///secret.html'),
  inManifest('control', 'a path with NUL', 'slides/01\0.html'),
  inManifest('encoding', 'a path with half a surrogate pair', 'slides/\ud800.html'),
  onNames('parent', 'the manifest names a thumbnail above the root', () =>
    makeZip({ entries: deckEntries(aManifestWithSlide({ thumbnail: '../x.png' })) }),
  ),
  clash('name-repeated', 'one name twice', 'slides/03.html', 'slides/03.html'),
  clash('name-repeated', 'two manifests', 'manifest.json'),
  clash('name-repeated', 'a name twice, once through "."', 'slides/./01.html'),
  clash('name-repeated', 'a name twice, once through an empty segment', 'slides//01.html'),
  clash('name-repeated', 'a name twice, once with a backslash', 'slides\\01.html'),
  clash('name-repeated', 'two names that differ in case', 'assets/Logo.svg', 'assets/logo.SVG'),
  clash('name-repeated', 'two names that differ in Unicode form', 'assets/caf\u00e9.svg', 'assets/cafe\u0301.svg'),
  clash('name-repeated', 'two names that differ in ß and SS', 'assets/stra\u00dfe.svg', 'assets/STRASSE.svg'),
  clash('name-repeated', 'a Kelvin sign for a K', 'assets/\u212a.svg', 'assets/k.svg'),
  clash('name-is-folder', 'a file that is also a folder', 'slides/01.html/evil.js'),
  clash('name-is-folder', 'a file that is also an empty folder', 'slides/01.html/'),
  clash('name-is-folder', 'a file that is a folder in another case', 'assets/a', 'Assets/A/b.html'),
  clash('name-is-folder', 'a file far above', 'x', 'x/y/z/page.html'),
  onNames('encoding', 'a name flagged as UTF-8 that is not', () =>
    aDeckWith('assets/dot.png', (entry) => ({ ...entry, name: Uint8Array.of(0xff, 0xfe, 0x41) })),
  ),
];
