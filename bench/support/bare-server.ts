/**
 * A bare Express server that runs the given SQL statements and responds with the given JSON. Usage: `node bare-server.ts FILE`, where
 * FILE contains `BareSettings` as JSON. Prints its port.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type postgres from 'postgres';
import { openClient } from '#server/db/client.ts';

/** An operation: its statements with their parameters. The statements after `begin` are run in one transaction. */
export interface BareOperation {
  readonly method: 'get' | 'put';
  readonly path: string;
  readonly statements: readonly { readonly text: string; readonly parameters: readonly unknown[] }[];
  readonly answer: unknown;
  /** The statements are not run again within this time. Without it, they are run for each request. */
  readonly goodForMilliseconds?: number;
}

export interface BareSettings {
  readonly databaseUrl: string;
  readonly operations: readonly BareOperation[];
}

const settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareSettings;
const sql = openClient(settings.databaseUrl, { max: 20, statementTimeoutMs: 15_000 });
const run = (on: Pick<postgres.Sql, 'unsafe'>, { text, parameters }: BareOperation['statements'][number]) =>
  // The parameters were recorded from postgres.js, so their types are valid.
  on.unsafe(text, parameters as never[], { prepare: true });

const app = express();
app.use(express.json());
for (const { method, path, statements, answer, goodForMilliseconds = 0 } of settings.operations) {
  let goodUntil = 0;
  const begin = statements.findIndex(({ text }) => text === 'begin');
  const single = begin < 0 ? statements : statements.slice(0, begin);
  const together = begin < 0 ? [] : statements.slice(begin + 1).filter(({ text }) => text !== 'commit');
  app[method](path, async (_request, response) => {
    if (performance.now() < goodUntil) return void response.json(answer);
    goodUntil = performance.now() + goodForMilliseconds;
    for (const statement of single) await run(sql, statement);
    if (begin >= 0)
      await sql.begin(async (tx) => {
        for (const statement of together) await run(tx, statement);
      });
    return void response.json(answer);
  });
}
const server = app.listen(0, '127.0.0.1', () => {
  // `address()` is a string only for pipes.
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${port}\n`);
});
