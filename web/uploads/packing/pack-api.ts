import type { DeckPlan, NamedFile, PackProblem } from 'deck-format/pack';
import type { FindFile } from './deck-source.ts';

/** What the worker packs: listed files, or a zip archive. */
export type WorkerSource =
  | { readonly name: string; readonly files: readonly NamedFile<File>[] }
  | { readonly name: string; readonly archive: File };

/** The part of a plan that the dialog shows. */
export interface PlanSummary extends Pick<DeckPlan, 'title' | 'kind' | 'slides' | 'notes' | 'inside' | 'missing' | 'hosts'> {
  readonly fileCount: number;
  readonly bytes: number;
}

/** Why something cannot be packed. `name` is the file or path that is the reason, if there is one. */
export interface PackRefusal {
  readonly problem: PackProblem | 'too-large' | 'bad-archive' | 'names-not-utf8' | 'bad-name' | 'unexpected';
  readonly name: string;
}

export type Planned =
  | { readonly type: 'plan'; readonly summary: PlanSummary }
  /** The archive is a package and needs no packing. */
  | { readonly type: 'package' }
  | { readonly type: 'refused'; readonly refusal: PackRefusal };

export type Packed =
  | { readonly type: 'packed'; readonly blob: Blob }
  | { readonly type: 'refused'; readonly refusal: PackRefusal };

/** The functions of the worker. Errors are values, because exceptions lose their type between page and worker. */
export interface PackApi {
  plan(source: WorkerSource, find: FindFile): Promise<Planned>;
  /** Packs what was planned last. */
  pack(title: string): Promise<Packed>;
}
