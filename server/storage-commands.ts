import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { BackupRepo } from './backup/backup.repo.ts';
import { copyStore } from './backup/copy-store.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { type Config, readConfig } from './config.ts';
import { requireOwnLevel } from './db/levels.ts';
import { databaseOfCommand } from './db/open-database.ts';
import { createLog } from './log.ts';
import { createBlobReader, createBlobStore } from './storage/create-blob-store.ts';

const KINDS = ['disk', 's3'] as const;
type Kind = (typeof KINDS)[number];

/** Moving decks from the disk to S3, or back. */
export const storageCommands: Readonly<Record<string, Command>> = {
  'storage copy': {
    usage: 'lectern storage copy disk|s3 disk|s3',
    summary: 'Copies all files of decks from the first store to the second one, and compares them.',
    details: [
      'disk  the folder blobs in DATA_DIR',
      's3    the bucket of S3_BUCKET and the other settings of S3',
      '',
      'The server may run. Files that are there already are compared and not copied again, so run it once before the change and, when the server has been stopped, once more.',
      'Then start the server with S3_BUCKET set (or not set). Nothing is deleted in the first store.',
    ].join('\n'),
    operands: ['FROM', 'TO'],
    run: async ({ positionals: [from = '', to = ''] }) => {
      const kinds = [kindOf(from), kindOf(to)] as const;
      if (kinds[0] === kinds[1]) throw new UsageError('FROM and TO must not be the same store.');
      await using opened = new AsyncDisposableStack();
      const config = readConfig();
      const [first, second] = [storeOf(kinds[0], config), storeOf(kinds[1], config)];
      const repo = new BackupRepo(await databaseOfCommand({ config, log: createLog('silent') }, opened));
      opened.defer(() => repo.close());
      await requireOwnLevel(repo.sql);
      const source = await createBlobReader(first);
      opened.defer(() => source.close());
      const target = await createBlobStore(second);
      opened.defer(() => target.close());
      const scratch = config.uploads.stagingDir;
      await mkdir(scratch, { recursive: true });
      const { copied, copiedBytes, there, missing } = await copyStore({ repo, from: source, to: target, scratch });
      process.stdout.write(
        `${copied} files copied and read back (${copiedBytes} bytes); ${there} were there with the same bytes.\n`,
      );
      if (missing.length > 0)
        throw new CommandError(
          `The first store does not have ${missing.length} files that rows refer to: ${missing.slice(0, 5).join(', ')}. \`lectern doctor\` names their decks.`,
        );
    },
  },
};

function kindOf(text: string): Kind {
  const kind = KINDS.find((each) => each === text);
  if (kind === undefined) throw new UsageError(`There is no store "${text}"; the stores are disk, s3.`);
  return kind;
}

function storeOf(kind: Kind, { storage, dataDir }: Config): Config['storage'] {
  if (kind === 'disk') return { kind, directory: path.join(dataDir, 'blobs') };
  if (storage.kind === 's3') return storage;
  throw new CommandError('Set S3_BUCKET and the other settings of S3.');
}
