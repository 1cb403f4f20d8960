import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { checkedKey, isBlobKey } from './blob-key.ts';
import { syncDirectory } from './durable.ts';

/**
 * The paths of blobs on the disk: `<root>/<00…ff>/<key, "/" written as ".">`, and `<root>/.tmp` for files that are being written. All
 * directories are created when the store opens. If one is missing later, the disk is no longer available (for example unmounted), and
 * nothing is written to the wrong one.
 */
export class DiskLayout {
  readonly root: string;
  readonly temporary: string;
  readonly shelves: readonly string[];

  constructor(root: string) {
    this.root = root;
    this.temporary = join(root, '.tmp');
    this.shelves = Array.from({ length: 256 }, (_, n) => join(root, n.toString(16).padStart(2, '0')));
  }

  /** The path of a blob. Throws `TypeError` if the key is not valid. */
  pathOf(key: string): string {
    const shelf = createHash('sha256').update(checkedKey(key)).digest('hex').slice(0, 2);
    return join(this.root, shelf, key.replaceAll('/', '.'));
  }

  /** The key of the blob with this file name; undefined for a file of another program. */
  keyOf(fileName: string): string | undefined {
    const key = fileName.replaceAll('.', '/');
    return isBlobKey(key) ? key : undefined;
  }

  /** Creates missing directories and makes their names durable. */
  async create(): Promise<void> {
    const firstMade = await mkdir(this.root, { recursive: true, mode: 0o700 });
    const there = new Set((await readdir(this.root)).map((name) => join(this.root, name)));
    const missing = [this.temporary, ...this.shelves].filter((path) => !there.has(path));
    await Promise.all(missing.map((path) => mkdir(path, { recursive: true, mode: 0o700 })));
    if (missing.length > 0) await syncDirectory(this.root);
    if (firstMade) await Promise.all([dirname(this.root), dirname(firstMade)].map(syncDirectory));
  }
}
