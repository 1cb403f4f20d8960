import { once } from 'node:events';
import { addAbortSignal, Readable } from 'node:stream';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { aServer } from '#server/testing/a-server.ts';
import { type Pour, sendPieces, sendStream } from './send-stream.ts';

const PIECE_BYTES = 512 * 1024;
/** More than the system buffers for a client that does not read. */
const PIECES = 60;

/** Reuses the same memory for each piece, as stores do, and fills it with the number of the piece. */
const numbered: Pour = async (take) => {
  const memory = Buffer.alloc(PIECE_BYTES);
  for (let number = 0; number < PIECES; number += 1) await take(memory.fill(number));
};

/** Resolves when neither the system nor the response accepts more data for a client that does not read. */
const stuck = (response: ServerResponse) => eventually(() => response.writableNeedDrain);

/** Sends a request to a server that answers with `pour`. */
async function ask(pour: Pour, length = PIECES * PIECE_BYTES) {
  const sent = Promise.withResolvers<ServerResponse>();
  const outcome = Promise.withResolvers<unknown>();
  const address = await aServer((_request, response) => {
    response.setHeader('Content-Length', length);
    sent.resolve(response);
    sendPieces(response, pour).then(() => outcome.resolve('over'), outcome.resolve);
  });
  const outgoing = get(address, { agent: false });
  const incoming = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  incoming.catch(() => 'not every test waits for an answer');
  return { outgoing, incoming, response: await sent.promise, outcome: outcome.promise };
}

describe('pieces in reused memory', () => {
  it('arrive unchanged, however slowly they are read', async () => {
    const { incoming, response, outcome } = await ask(numbered);
    await stuck(response);
    let received = 0;
    for await (const chunk of await incoming) {
      const bytes: Uint8Array = chunk;
      for (const at of [0, bytes.length - 1]) expect(bytes[at]).toBe(Math.floor((received + at) / PIECE_BYTES));
      received += bytes.length;
      if (received % 7 === 0) await afterOthers();
    }
    expect(received).toBe(PIECES * PIECE_BYTES);
    expect(await outcome).toBe('over');
  });

  it('wait for a client that does not read', async () => {
    let taken = 0;
    const { outgoing, response, outcome } = await ask(async (take, signal) => {
      await numbered(async (piece) => {
        await take(piece);
        taken += 1;
      }, signal);
    });
    await stuck(response);
    expect(taken).toBeLessThan(PIECES);
    outgoing.on('error', () => undefined).destroy();
    await outcome;
  });

  it('stop at once when the client disconnects', async () => {
    let reason: unknown;
    const { incoming, outgoing, response, outcome } = await ask(async (take, signal) => {
      await numbered(take, signal).catch((fault: unknown) => (reason = fault));
      signal.throwIfAborted();
    });
    (await incoming).once('error', () => undefined).once('data', () => outgoing.destroy());
    await outcome;
    expect(String(reason)).toMatch(/AbortError|was destroyed/);
    expect(response.destroyed).toBe(true);
  });

  it('stop when the response is destroyed while a piece is being made', async () => {
    const { incoming, response, outcome } = await ask(async (take) => {
      await take(Buffer.alloc(PIECE_BYTES));
      response.destroy();
      await take(Buffer.alloc(PIECE_BYTES));
    });
    await expect(incoming.then((answer) => answer.toArray())).rejects.toThrow(/aborted|hang up/);
    expect(await outcome).toBe('over');
  });

  it('break the connection when a later piece fails', async () => {
    const { incoming } = await ask(async (take) => {
      await take(Buffer.alloc(PIECE_BYTES));
      throw new Error('the disk has gone');
    });
    await expect((await incoming).toArray()).rejects.toThrow('aborted');
  });

  it('leave the response unchanged when there is no piece', async () => {
    const fault = new Error('there is no such blob');
    const { response, outcome } = await ask(() => Promise.reject(fault));
    expect(await outcome).toBe(fault);
    expect(response.headersSent).toBe(false);
    response.destroy();
  });
});

describe('a stream', () => {
  /** Sends a request, has the client leave before the answer, and answers with `open` then. */
  async function answerNobody(open: (signal: AbortSignal) => Promise<Readable>): Promise<unknown> {
    const outcome = Promise.withResolvers<unknown>();
    const address = await aServer((_request, response) => {
      outgoing.on('error', () => undefined).destroy();
      void once(response, 'close')
        .then(() => sendStream(response, open))
        .then(() => outcome.resolve('over'), outcome.resolve);
    });
    const outgoing = get(address, { agent: false });
    return outcome.promise;
  }

  it('is not opened for a client that has left', async () => {
    let opened = 0;
    const open = () => {
      opened += 1;
      return Promise.resolve(Readable.from(['text']));
    };
    expect(await answerNobody(open)).toBe('over');
    expect(opened).toBe(0);
  });

  it('is closed with everything that was opened for it, also if none of that was read', async () => {
    const source = Readable.from(['text']);
    const outcome = Promise.withResolvers<unknown>();
    async function* wrapped() {
      yield* source;
    }
    const address = await aServer((_request, response) => {
      const open = (signal: AbortSignal) => {
        addAbortSignal(signal, source).on('error', () => undefined);
        response.destroy();
        return Promise.resolve(Readable.from(wrapped()));
      };
      sendStream(response, open).then(() => outcome.resolve('over'), outcome.resolve);
    });
    get(address, { agent: false }).on('error', () => undefined);
    await outcome.promise;
    await eventually(() => source.destroyed);
  });
});
