import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Processes } from './metrics/open-metrics.ts';

/** What workers and the process above them tell each other about metrics. */
const messageSchema = z.discriminatedUnion('about', [
  z.object({ about: z.literal('metrics of all, please'), id: z.string() }),
  z.object({ about: z.literal('your metrics, please'), id: z.string() }),
  z.object({ about: z.literal('my metrics'), id: z.string(), text: z.string() }),
  z.object({ about: z.literal('metrics of all'), id: z.string(), texts: z.array(z.string()) }),
]);
type Message = z.infer<typeof messageSchema>;

/** A worker that does not answer in this time is left out. One reading takes up to two seconds. */
const GATHER_MILLISECONDS = 4000;

/** Each worker has its own metrics, but a request for them reaches any one worker: it asks the process above, which asks all. */
export function gatherMetrics(): void {
  const pending = new Map<string, { texts: string[]; left: number; done: () => void }>();
  const gather = async (id: string): Promise<string[]> => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true);
    const { promise, resolve: done } = Promise.withResolvers<void>();
    const gathered = { texts: [], left: workers.length, done };
    pending.set(id, gathered);
    for (const worker of workers) worker?.send({ about: 'your metrics, please', id } satisfies Message);
    const timer = setTimeout(done, GATHER_MILLISECONDS);
    await promise;
    clearTimeout(timer);
    pending.delete(id);
    return gathered.texts;
  };
  const answer = async (worker: Worker, id: string) => {
    const texts = await gather(id);
    if (worker.isConnected()) worker.send({ about: 'metrics of all', id, texts } satisfies Message);
  };
  cluster.on('message', (worker, sent: unknown) => {
    const message = messageSchema.safeParse(sent).data;
    if (message?.about === 'metrics of all, please') {
      void answer(worker, message.id);
    } else if (message?.about === 'my metrics') {
      const gathered = pending.get(message.id);
      if (gathered === undefined) return;
      gathered.texts.push(message.text);
      gathered.left -= 1;
      if (gathered.left === 0) gathered.done();
    }
  });
}

/** This worker among the processes behind the port; undefined if there is only one process. */
export function workerProcesses(): Processes | undefined {
  const { worker } = cluster;
  if (worker === undefined) return undefined;
  const asked = new Map<string, (texts: readonly string[]) => void>();
  const share: Processes['share'] = (own) => {
    const report = async (id: string) => worker.send({ about: 'my metrics', id, text: await own() } satisfies Message);
    worker.on('message', (sent: unknown) => {
      const message = messageSchema.safeParse(sent).data;
      if (message?.about === 'metrics of all') asked.get(message.id)?.(message.texts);
      else if (message?.about === 'your metrics, please') {
        void report(message.id);
      }
    });
    return async () => {
      const id = randomUUID();
      const { promise, resolve } = Promise.withResolvers<readonly string[]>();
      asked.set(id, resolve);
      worker.send({ about: 'metrics of all, please', id } satisfies Message);
      const texts = await promise;
      asked.delete(id);
      return texts;
    };
  };
  return { worker: String(worker.id), share };
}
