import { proxy, releaseProxy, type Remote, wrap } from 'comlink';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PackableSource } from './deck-source.ts';
import type { PackApi, PackRefusal, PlanSummary, WorkerSource } from './pack-api.ts';

export type PackingState =
  | { readonly step: 'reading' }
  | { readonly step: 'planned'; readonly summary: PlanSummary }
  | { readonly step: 'packing'; readonly summary: PlanSummary }
  | { readonly step: 'refused'; readonly refusal: PackRefusal };

interface Packing {
  readonly state: PackingState;
  readonly pack: (title: string) => Promise<void>;
}

/** Reads a source in a worker, and packs it on demand. `onReady` gets the package; an archive that is a package comes at once. */
export function usePacking(source: PackableSource, onReady: (file: File) => void): Packing {
  const [state, setState] = useState<PackingState>({ step: 'reading' });
  const worker = useRef<Remote<PackApi>>(undefined);
  const ready = useEffectEvent(onReady);

  useEffect(() => {
    const thread = new Worker(new URL('./pack-worker.ts', import.meta.url), { type: 'module' });
    const api = wrap<PackApi>(thread);
    worker.current = api;
    let isOpen = true;
    const refuse = () => isOpen && setState({ step: 'refused', refusal: { problem: 'unexpected', name: '' } });
    const plan = async () => {
      const find = source.kind === 'files' ? source.find : async () => undefined;
      const planned = await api.plan(workerSource(source), proxy(find));
      if (!isOpen) return;
      if (planned.type === 'plan') setState({ step: 'planned', summary: planned.summary });
      else if (planned.type === 'refused') setState({ step: 'refused', refusal: planned.refusal });
      else if (source.kind === 'archive') ready(source.file);
    };
    thread.addEventListener('error', refuse);
    plan().catch(refuse);
    return () => {
      isOpen = false;
      api[releaseProxy]();
      thread.terminate();
    };
  }, [source]);

  const pack = async (title: string) => {
    if (state.step !== 'planned' || worker.current === undefined) return;
    setState({ step: 'packing', summary: state.summary });
    const packed = await worker.current.pack(title);
    if (packed.type === 'refused') setState({ step: 'refused', refusal: packed.refusal });
    else onReady(new File([packed.blob], `${fileName(title)}.stage`, { type: 'application/zip' }));
  };

  return { state, pack };
}

function workerSource(source: PackableSource): WorkerSource {
  const { name } = source;
  return source.kind === 'archive' ? { name, archive: source.file } : { name, files: source.files };
}

/** The title without characters that file systems refuse. */
function fileName(title: string): string {
  return (
    title
      .replace(/[\p{Cc}"*/:<>?\\|]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 80) || 'deck'
  );
}
