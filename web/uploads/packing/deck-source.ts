import { FORMAT_LIMITS } from 'deck-format';
import { type NamedFile, reasonToLeaveOut } from 'deck-format/pack';

/** A file or folder that was dropped or chosen. */
export type DroppedItem = File | FileSystemDirectoryEntry;

/** What a deck can be made of: a folder or several files, a zip archive of a site, or a document of another program. */
export type DeckSource =
  | FilesSource
  | { readonly kind: 'archive'; readonly name: string; readonly file: File }
  | { readonly kind: 'document'; readonly name: string };

/** What can be packed here. */
export type PackableSource = Exclude<DeckSource, { kind: 'document' }>;

interface FilesSource {
  readonly kind: 'files';
  readonly name: string;
  readonly files: readonly NamedFile<File>[];
  readonly find: FindFile;
  /** Whether these are all files of a folder. Otherwise, missing files may be in the folder. */
  readonly isFolder: boolean;
}

/** Finds a file of a folder that was not listed, because it is in installed packages. */
export type FindFile = (path: string) => Promise<File | undefined>;

export interface SortedItems {
  /** Uploaded as they are: packages, and files that the server refuses with its reason. */
  readonly packages: readonly File[];
  readonly sources: readonly DeckSource[];
}

const PACKAGE = /\.stage$/i;
const ARCHIVE = /\.zip$/i;
const HTML = /\.html?$/i;
/** Presentations of other programs. Keynote saves some as a folder. */
const DOCUMENT = /\.(?:pdf|pptx?|pps|ppsx|key|odp)$/i;

/** Sorts items by what is done with them. Files of a deck that were dropped without their folder are one deck. */
export async function sortItems(items: readonly DroppedItem[]): Promise<SortedItems> {
  const packages: File[] = [];
  const sources: DeckSource[] = [];
  const loose: File[] = [];
  for (const item of items) {
    if (DOCUMENT.test(item.name)) sources.push({ kind: 'document', name: item.name });
    else if (!(item instanceof File)) sources.push(await folderSource(item));
    else if (item.webkitRelativePath !== '') loose.push(item);
    else if (PACKAGE.test(item.name)) packages.push(item);
    else if (ARCHIVE.test(item.name)) sources.push({ kind: 'archive', name: withoutEnding(item.name), file: item });
    else loose.push(item);
  }
  const document = loose.find(({ name }) => HTML.test(name));
  if (document) sources.push(looseSource(loose, document));
  else packages.push(...loose);
  return { packages, sources };
}

/** Files that were chosen with their folder have paths that begin with its name. */
function looseSource(files: readonly File[], document: File): DeckSource {
  const folder = document.webkitRelativePath.split('/')[0] ?? '';
  const named = files.map((file) => ({
    path: folder === '' ? file.name : file.webkitRelativePath.slice(folder.length + 1),
    file,
  }));
  return {
    kind: 'files',
    name: folder === '' ? withoutEnding(document.name) : folder,
    files: named,
    find: async () => undefined,
    isFolder: folder !== '',
  };
}

async function folderSource(folder: FileSystemDirectoryEntry): Promise<DeckSource> {
  const files: NamedFile<File>[] = [];
  const visit = async (directory: FileSystemDirectoryEntry, path: string): Promise<void> => {
    for (const entry of await entriesOf(directory)) {
      // One file too many is enough to refuse the folder.
      if (files.length > FORMAT_LIMITS.entries) return;
      if (reasonToLeaveOut(entry.name) !== undefined) continue;
      if (isDirectory(entry)) await visit(entry, `${path}${entry.name}/`);
      else if (isFile(entry)) files.push({ path: path + entry.name, file: await fileOf(entry) });
    }
  };
  await visit(folder, '');
  const find: FindFile = (path) =>
    new Promise((resolve) => {
      folder.getFile(
        path,
        {},
        (entry) => (isFile(entry) ? void fileOf(entry).then(resolve, () => resolve(undefined)) : resolve(undefined)),
        () => resolve(undefined),
      );
    });
  return { kind: 'files', name: folder.name, files, find, isFolder: true };
}

/** `readEntries` returns a part of the entries at a time, and an empty list at the end. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function withoutEnding(name: string): string {
  return name.replace(/\.[^.]+$/, '');
}
