/**
 * Every rule that an archive can break, with what is wrong and what a deck's author can do. Each text
 * continues a subject: «The archive …» or «The entry "slides/01.html" …»; one that begins with a capital is a sentence.
 */
export const ARCHIVE_RULES = {
  'not-a-zip': 'is not a zip archive; choose a .stage file',
  'end-record-missing': 'has no end record: it was cut off on its way; copy or download it again',
  'end-record-ambiguous': 'has more than one end record that fits, so readers would not agree on its contents; pack it again',
  'end-record-hidden':
    'has what looks like a second end record inside its directory or close before it, so readers would not agree on its contents; pack it again without comments',
  'bytes-after-end': 'has bytes after its end record, or lost some before them; copy it again or pack it again',
  'comment-too-long': 'carries a comment of more than 1,024 bytes; pack it without one',
  'multi-disk': 'is split over several disks; pack it as one file',
  'directory-misplaced':
    'has a directory that does not end exactly where its end record begins: something was put in front or between, or it is damaged; pack it again',
  'directory-count': 'has a directory that does not hold exactly the number of entries it declares; pack it again',
  'directory-broken': 'has a directory record that is damaged or runs past its bounds; pack it again',
  'zip64-disagrees': 'has ZIP64 fields that disagree with the plain ones; pack it again without ZIP64',
  'method-unsupported': 'uses a compression method other than stored and deflate; pack it again with plain deflate',
  encrypted: 'is encrypted; pack it without a password',
  'patched-data': 'is a patch to another file; pack the whole file',
  'flags-unsupported': 'sets flags that this format does not know; pack it again',
  'extra-broken': 'has a damaged extra field; pack it again',
  'extra-unicode-path':
    'carries a second, different name in a Unicode-path field, so readers would not agree on its name; pack it again with UTF-8 names',
  'special-file': 'is a symbolic link, a device or another special file; put the file itself into the deck',
  'folder-with-data': 'is a folder that carries data; pack it again',
  'size-impossible': 'declares a size that its compressed bytes cannot have; pack it again',
  'bytes-before-first': 'has bytes before its first entry; pack it again',
  'entries-overlap': 'overlaps the entry or the directory behind it; pack it again',
  'bytes-between': 'has unexplained bytes between it and what follows; pack it again',
  'name-repeated': 'has the same name as another entry once case and Unicode form are set aside; rename one of them',
  'name-reads-like-another':
    'has a name that some readers take for that of another entry, because it is not marked as UTF-8; pack it again with "stage pack"',
  'names-not-utf8':
    'The names in this archive are not UTF-8, as Windows Explorer writes them. Pack it again with "stage pack" or 7-Zip (cu=on).',
  'name-is-folder': 'is a file, but other entries use its name as a folder; rename one of them',
  'local-header-broken': 'has no readable local header where the directory says it begins; pack it again',
  'local-header-disagrees': 'has a local header that disagrees with the directory; pack it again',
  'descriptor-disagrees': 'has a data descriptor that is damaged or disagrees with the directory; pack it again',
  'deflate-broken': 'holds compressed data that is damaged or cut off; copy the file again or pack it again',
  'deflate-trailing': 'has bytes after the end of its compressed data; pack it again',
  'size-wrong': 'unpacks to another size than it declares; pack it again',
  'crc-wrong': 'is damaged: its bytes do not match their checksum; copy the file again or pack it again',
} as const;

export type ArchiveRule = keyof typeof ARCHIVE_RULES;

/** Every rule that a package path can break. Each text continues «The path "…"». */
export const PATH_RULES = {
  empty: 'is empty',
  'too-long': 'is longer than 1,024 bytes; shorten it',
  'combining-marks': 'has more than 30 combining marks in a row; rename it',
  absolute: 'begins with a slash; make it relative to the root of the deck',
  parent: 'climbs out with a ".." segment; make it relative to the root of the deck',
  colon: 'contains ":", which names a drive or a stream on some systems; rename it',
  control: 'contains a control character; rename it',
  direction: 'contains an invisible direction or byte-order mark that makes names look like others; rename it',
  encoding: 'is not valid UTF-8; rename it',
  'version-number': 'ends in ";" or ";" and a number, which some programs drop; rename it',
  'trailing-dot-or-space': 'has a segment that ends in a dot or a space, which some systems drop; rename it',
} as const;

export type PathRule = keyof typeof PATH_RULES;
