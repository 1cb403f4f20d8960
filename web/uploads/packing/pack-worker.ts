import { expose } from 'comlink';
import { blobSource, PackageError } from 'deck-format';
import {
  type DeckPlan,
  fileTree,
  isPackage,
  PackError,
  packToBlob,
  planDeck,
  type SourceFile,
  type SourceTree,
  zipTree,
} from 'deck-format/pack';
import type { FindFile } from './deck-source.ts';
import type { PackApi, PackRefusal, PlanSummary, WorkerSource } from './pack-api.ts';

/** Packs decks outside of the page's thread. One worker serves one dialog. */
let planned: DeckPlan | undefined;

const api: PackApi = {
  async plan(source, find) {
    try {
      const tree = await treeOf(source, find);
      if ('archive' in source && (await isPackage(tree))) return { type: 'package' };
      planned = await planDeck(tree);
      return { type: 'plan', summary: summaryOf(planned) };
    } catch (error) {
      return { type: 'refused', refusal: refusalOf(error) };
    }
  },
  async pack(title) {
    try {
      if (!planned) throw new TypeError('Nothing was planned.');
      return { type: 'packed', blob: await packToBlob(planned, title) };
    } catch (error) {
      return { type: 'refused', refusal: refusalOf(error) };
    }
  },
};

function treeOf(source: WorkerSource, find: FindFile): Promise<SourceTree> | SourceTree {
  if ('archive' in source) {
    return zipTree(blobSource(source.archive), { name: source.name, modified: source.archive.lastModified });
  }
  const files = source.files.map(({ path, file }) => ({ path, file: sourceFile(file) }));
  return fileTree(source.name, files, async (path) => {
    const file = await find(path);
    return file && sourceFile(file);
  });
}

function sourceFile(file: File): SourceFile {
  return {
    size: file.size,
    modified: file.lastModified,
    async *chunks() {
      const reader = file.stream().getReader();
      for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
    },
  };
}

function summaryOf({ title, kind, slides, notes, inside, missing, hosts, files }: DeckPlan): PlanSummary {
  let bytes = 0;
  for (const content of files.values()) bytes += content instanceof Uint8Array ? content.length : content.size;
  return { title, kind, slides, notes, ...(inside !== undefined && { inside }), missing, hosts, fileCount: files.size, bytes };
}

function refusalOf(error: unknown): PackRefusal {
  if (error instanceof PackError) return { problem: error.problem, name: '' };
  if (!(error instanceof PackageError)) return { problem: 'unexpected', name: '' };
  const { details } = error;
  switch (details.code) {
    case 'E_TOO_LARGE':
      return { problem: 'too-large', name: details.entry ?? '' };
    case 'E_NOT_ZIP':
      return { problem: details.rule === 'names-not-utf8' ? details.rule : 'bad-archive', name: details.entry ?? '' };
    case 'E_PATH_TRAVERSAL':
      return { problem: 'bad-name', name: details.path };
    default:
      return { problem: 'unexpected', name: '' };
  }
}

expose(api);
