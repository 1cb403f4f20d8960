import type { SourceFile, SourceTree } from '../src/pack/source-tree.ts';
import { textContent } from '../src/write/content.ts';

/** A file in memory. */
export function sourceFile(content: string | Uint8Array, modified = Date.UTC(2026, 2, 4)): SourceFile {
  const bytes = typeof content === 'string' ? textContent(content) : content;
  return {
    size: bytes.length,
    modified,
    async *chunks() {
      yield bytes;
    },
  };
}

/** A source tree in memory. Files in `elsewhere` are only found if the deck refers to them. */
export function aTree(
  files: Readonly<Record<string, string | Uint8Array>>,
  elsewhere: Readonly<Record<string, string>> = {},
): SourceTree {
  return {
    name: 'My talk',
    files: new Map(Object.entries(files).map(([path, content]) => [path, sourceFile(content)])),
    leftOut: [],
    find: async (path) => {
      const content = elsewhere[path];
      return content === undefined ? undefined : sourceFile(content);
    },
  };
}
