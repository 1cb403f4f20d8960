import { rename } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { settled } from '#server/testing/settled.ts';

const NOTHING = { decks: 0, versions: 0, blobs: [], temporary: [] };
// Without a trash, a deleted deck leaves nothing.
const lectern = await aLectern({ TRASH_DAYS: '0' });
const owner = await lectern.aUser();
const api = lectern.as(owner);
const form = anUpload(await aPackage());

afterEach(async () => {
  expect(await settled(lectern)).toEqual(NOTHING);
});

/** Sends the start of an upload and returns the open socket. `announced` is the Content-Length, which may be more than what is sent. */
function sendUpload(announced: number, sent: Buffer) {
  const socket = connect(Number(new URL(lectern.address).port), '127.0.0.1');
  const head = [
    'POST /api/decks HTTP/1.1',
    'Host: x',
    `Cookie: ${owner.cookie}`,
    `Content-Type: ${form.headers['content-type']}`,
    `Content-Length: ${announced}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(sent);
  return socket;
}

/** Like `sendUpload`. Resolves when the server has begun to store the file. */
async function beginUpload(announced: number, sent: Buffer) {
  const socket = sendUpload(announced, sent);
  await eventually(async () => (await lectern.leftovers()).temporary.length === 1);
  return socket;
}

describe('a client that disconnects during an upload', () => {
  it.each(['resetAndDestroy', 'destroy', 'end'] as const)('by %s leaves no temporary files', async (leave) => {
    const half = Buffer.concat([form.body.subarray(0, form.body.length / 2), Buffer.alloc(300_000)]);
    const socket = await beginUpload(10_000_000, half);
    socket[leave]();
    await eventually(async () => (await lectern.leftovers()).temporary.length === 0);
  });
});

describe('a client that disconnects before its upload is read', () => {
  it.each([10_000_000, form.body.length])('(%i bytes) is not counted any more', async (announced) => {
    const { sql } = lectern.database;
    const before = lectern.logged.length;
    await sql.begin(async (tx) => {
      // The server looks for the session before it reads the body.
      await tx`lock table sessions in access exclusive mode`;
      const socket = sendUpload(announced, form.body);
      const isWaiting = async () =>
        (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).count > 0;
      await eventually(isWaiting);
      socket.destroy();
      await eventually(() => lectern.logged.slice(before).some((line) => line.includes('"aborted":true')));
    });
    const running = async () => {
      const { headers } = await api.send('POST', '/api/decks', { ...form, body: form.body.subarray(0, 100) });
      return headers['ratelimit'];
    };
    await expect.poll(running).toBe('"uploads";r=9');
  });
});

describe('any broken form', () => {
  it('gets a response and does no harm', async () => {
    const { body, headers } = form;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(body.length),
        fc.nat(body.length),
        fc.uint8Array({ maxLength: 200 }),
        async (from, length, noise) => {
          const broken = Buffer.concat([body.subarray(0, from), noise, body.subarray(from + (length % 300))]);
          fc.pre(!broken.equals(body));
          const answer = await api.send('POST', '/api/decks', { headers, body: broken });
          // A change of a harmless part, such as the file name, still creates a deck.
          if (answer.status === 201) await api.delete(answer.headers.location ?? '');
          expect([201, 400, 415, 422]).toContain(answer.status);
        },
      ),
      { numRuns: 150 },
    );
    expect((await api.get('/api/decks')).status).toBe(200);
  });
});

describe('a storage that fails', () => {
  it('refuses the upload, and accepts the next one when it works again', async () => {
    await using other = await startLectern();
    const theirs = other.as(await other.aUser());
    const [blobs, away] = [path.join(other.dataDir, 'blobs'), path.join(other.dataDir, 'away')];
    await rename(blobs, away);
    const refused = await theirs.send('POST', '/api/decks', form);
    expectRefusal(refused, 'UNAVAILABLE');
    expect(refused.headers['retry-after']).toBe('5');
    await rename(away, blobs);
    expect(await settled(other)).toEqual(NOTHING);
    expect((await theirs.send('POST', '/api/decks', form)).status).toBe(201);
  });

  it('refuses an upload below its reserve', async () => {
    await using full = await startLectern({ MIN_FREE_BYTES: '9000TB' });
    expectRefusal(await full.as(await full.aUser()).send('POST', '/api/decks', form), 'STORAGE_FULL');
    expect(await settled(full)).toEqual(NOTHING);
  });

  it('refuses an upload above a quota', async () => {
    await using tight = await startLectern({ USER_QUOTA_BYTES: String(Math.floor(form.body.length * 1.5)) });
    const theirs = tight.as(await tight.aUser());
    expect((await theirs.send('POST', '/api/decks', form)).status).toBe(201);
    expectRefusal(await theirs.send('POST', '/api/decks', form), 'STORAGE_FULL');
    expect(await settled(tight)).toMatchObject({ decks: 1, blobs: [expect.any(String)], temporary: [] });
    expect((await tight.as(await tight.aUser()).send('POST', '/api/decks', form)).status).toBe(201);
  });
});

describe('a database that fails', () => {
  /** Runs a statement when the transaction of an upload commits. */
  const atCommit = async (statement: string) => {
    const { sql } = lectern.database;
    await sql.unsafe(
      `create or replace function fail() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
    );
    await sql`create constraint trigger fails after insert on versions deferrable initially deferred for each row execute function fail()`;
    return { [Symbol.asyncDispose]: async () => void (await sql`drop trigger fails on versions`) };
  };

  it('at the commit has the blob removed', async () => {
    await using _failing = await atCommit(`raise exception 'no'`);
    expect(expectRefusal(await api.send('POST', '/api/decks', form), 'INTERNAL')).toEqual({});
  });

  it('during the transaction has the blob removed', async () => {
    const { sql } = lectern.database;
    await sql`alter table slides rename to slides_gone`;
    expectRefusal(await api.send('POST', '/api/decks', form), 'INTERNAL');
    await sql`alter table slides_gone rename to slides`;
  });

  it('by closing the connection at the commit leaves at most a blob for the sweep, and works again afterwards', async () => {
    await using other = await startLectern();
    const { sql } = other.database;
    await sql`create function fail() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`;
    await sql`create constraint trigger fails after insert on versions deferrable initially deferred for each row execute function fail()`;
    const theirs = other.as(await other.aUser());
    expectRefusal(await theirs.send('POST', '/api/decks', form), 'UNAVAILABLE');
    expect(await settled(other)).toMatchObject({ decks: 0, versions: 0, temporary: [] });
    await sql`drop trigger fails on versions`;
    expect((await theirs.send('POST', '/api/decks', form)).status).toBe(201);
  });
});
