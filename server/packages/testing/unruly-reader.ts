/**
 * The program of a reader process that follows orders in the packages: see `orders.ts`. A package without an order is read as usual.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readPackage } from '#server/packages/reading/read-package.ts';
import { serveReads } from '#server/packages/reading/serve-reads.ts';
import { ORDER, type Order } from './orders.ts';

const ACTIONS: Record<Order, (folder: string) => unknown> = {
  spin: () => {
    for (;;);
  },
  hold: (folder) => {
    while (!existsSync(`${folder}/released`));
  },
  // An array that grows forever. In a worker thread it would end the whole process.
  allocate: () => {
    const numbers: number[] = [];
    for (let at = 0; at < 1e9; at += 1) numbers.push(at);
    return numbers;
  },
  exit: () => process.exit(3),
};

await serveReads((request) => {
  const [, order, folder = ''] = ORDER.exec(readFileSync(request.path, 'latin1')) ?? [];
  if (order !== undefined) {
    writeFileSync(`${folder}/started`, String(process.pid));
    ACTIONS[order as Order](folder); // the pattern only matches these words
  }
  return readPackage(request);
});
