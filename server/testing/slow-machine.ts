/**
 * Loaded before the tests of the server, and into the servers that browser tests start. With `LECTERN_SLOWDOWN=5`, removing or moving a file
 * takes up to 200 milliseconds, and each answer of the database up to 30. Then a test fails that takes something for finished only because it
 * always was so far. A busy machine finds such tests, too, but seldom.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const SLOWDOWN = Number(process.env['LECTERN_SLOWDOWN'] ?? 0);
const FILE_MILLISECONDS = 40 * SLOWDOWN;
const ANSWER_MILLISECONDS = 6 * SLOWDOWN;

/** A random time, so that what was done in one order so far is also done in others. */
const pause = (most: number) => delay(Math.random() * most);

/** The same, but some time later. */
function later<Args extends unknown[], Result>(real: (...args: Args) => Promise<Result>): typeof real {
  return async (...args) => {
    await pause(FILE_MILLISECONDS);
    return real(...args);
  };
}

/** Passes on what arrives at a socket some time later, in the same order. */
function slowDown(socket: Socket): void {
  type Bytes = Parameters<Socket['push']>;
  const push = socket.push.bind(socket);
  let passedOn = Promise.resolve();
  const passOn = async (before: Promise<void>, bytes: Bytes): Promise<void> => {
    await before;
    await pause(ANSWER_MILLISECONDS);
    if (!socket.destroyed) push(...bytes);
  };
  socket.push = (...bytes: Bytes) => {
    passedOn = passOn(passedOn, bytes);
    return true;
  };
}

/** Slows down the connections to PostgreSQL, which go through a file. */
function slowDownAnswers(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its socket
  const { connect } = Socket.prototype;
  Object.assign(Socket.prototype, {
    connect(this: Socket, ...args: unknown[]): unknown {
      const [path] = args;
      if (typeof path === 'string' && path.includes('.s.PGSQL.')) slowDown(this);
      return Reflect.apply(connect, this, args);
    },
  });
}

function slowDownFiles(): void {
  const { rm, unlink, rename, link } = fs.promises;
  Object.assign(fs.promises, { rm: later(rm), unlink: later(unlink), rename: later(rename), link: later(link) });
  syncBuiltinESMExports();
}

if (SLOWDOWN > 0) {
  slowDownFiles();
  slowDownAnswers();
}
