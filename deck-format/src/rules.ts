/**
 * The rules for archives. Each text says what is wrong and what the author can do. It continues «The archive …» or «The entry
 * "slides/01.html" …», unless it begins with a capital letter: then it is a whole sentence.
 */
export const ARCHIVE_RULES = {
  'not-a-zip': 'The file is not a zip archive. Choose a .stage file.',
  'end-record-missing': 'is incomplete: its end is missing; copy or download it again',
  'end-record-ambiguous': 'has more than one possible end record, so readers would not agree on its contents; pack it again',
  'end-record-hidden':
    'seems to have a second end record in or before its directory, so readers would not agree on its contents; pack it again without comments',
  'bytes-after-end': 'has extra bytes after its end record, or is incomplete; copy it again or pack it again',
  'comment-too-long': 'has a comment of more than 1,024 bytes; pack it without a comment',
  'multi-disk': 'is split over several disks; pack it as one file',
  'directory-misplaced':
    'has a directory that does not end where its end record begins: it is damaged, or bytes were added before it or between the two; pack it again',
  'directory-count': 'has a directory with another number of entries than it declares; pack it again',
  'directory-broken': 'has a directory record that is damaged or too long; pack it again',
  'zip64-disagrees': 'has ZIP64 fields that disagree with the plain ones; pack it again without ZIP64',
  'method-unsupported': 'uses a compression method other than stored and deflate; pack it again with deflate',
  encrypted: 'is encrypted; pack it without a password',
  'patched-data': 'is a patch to another file; pack the whole file',
  'flags-unsupported': 'has flags that this format does not support; pack it again',
  'extra-broken': 'has a damaged extra field; pack it again',
  'extra-unicode-path':
    'has a different second name in a Unicode-path field, so readers would not agree on its name; pack it again with UTF-8 names',
  'special-file': 'is a symbolic link, a device or another special file; add the file itself to the deck',
  'folder-with-data': 'is a folder with data; pack it again',
  'size-impossible': 'declares a size that is impossible for its compressed data; pack it again',
  'bytes-before-first': 'has bytes before its first entry; pack it again',
  'entries-overlap': 'overlaps the next entry or the directory; pack it again',
  'bytes-between': 'is followed by bytes that do not belong to any entry; pack it again',
  'name-repeated': 'has the same name as another entry, apart from case and Unicode normalization; rename one of them',
  'name-reads-like-another':
    'has a name that some readers confuse with the name of another entry, because it is not marked as UTF-8; pack it again with "stage pack"',
  'names-not-utf8':
    'The file names in this archive are not UTF-8, which is usual for archives from Windows Explorer. Pack it again with "stage pack", or with 7-Zip and its option cu=on.',
  'name-is-folder': 'is a file, but other entries use its name as a folder; rename one of them',
  'local-header-broken': 'has no valid local header at the position in the directory; pack it again',
  'local-header-disagrees': 'has a local header that disagrees with the directory; pack it again',
  'descriptor-disagrees': 'has a data descriptor that is damaged or disagrees with the directory; pack it again',
  'deflate-broken': 'has damaged or incomplete compressed data; copy the file again or pack it again',
  'deflate-trailing': 'has bytes after the end of its compressed data; pack it again',
  'size-wrong': 'has another size than it declares; pack it again',
  'crc-wrong': 'is damaged: its contents do not match the checksum; copy the file again or pack it again',
} as const;

export type ArchiveRule = keyof typeof ARCHIVE_RULES;

/** The rules for package paths. Each text continues «The path "…"». */
export const PATH_RULES = {
  empty: 'is empty',
  'too-long': 'is longer than 1,024 bytes; shorten it',
  'combining-marks': 'has more than 30 consecutive combining marks; rename it',
  absolute: 'begins with a slash; make it relative to the root of the deck',
  parent: 'contains a ".." segment; make it relative to the root of the deck',
  colon: 'contains ":", which has a special meaning on some systems; rename it',
  control: 'contains a control character; rename it',
  direction: 'contains an invisible direction mark or byte-order mark, which can make it look like another name; rename it',
  encoding: 'is not valid UTF-8; rename it',
  'version-number': 'ends with ";" or with ";" and a number, which some programs remove; rename it',
  'trailing-dot-or-space': 'has a segment that ends with a dot or a space, which some systems remove; rename it',
} as const;

export type PathRule = keyof typeof PATH_RULES;
