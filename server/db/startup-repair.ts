import type { Duplex } from 'node:stream';

/** Protocol 3.0, in each message that starts a session (PostgreSQL protocol, “StartupMessage”): four bytes of length come before it. */
const VERSION = Buffer.from([0, 3, 0, 0]);

/**
 * Repairs sockets on which postgres.js 3.4.9 would send nothing.
 *
 * If a connection breaks while a message waits for `setImmediate`, postgres.js keeps that message, and believes that it is still going to be
 * sent (`closed` in its connection.js clears `nextWriteTimer`, but does not set it to null). On the next socket it appends the startup
 * message, and sends nothing before there are 1,024 bytes: the next eight statements on that connection would each fail after
 * `connect_timeout`. So a socket that gets no bytes at once is closed. postgres.js then opens another one for the same statement, until
 * it has 1,024 bytes; of these, the server gets the last startup message.
 */
export class StartupRepair {
  #isStarted = false;

  /** Call this while the socket is made: postgres.js writes to it before the second `setImmediate` from now, or never. */
  constructor(socket: Duplex) {
    const closeUnused = (): void => {
      if (!this.#isStarted && socket.writableLength === 0) socket.destroy();
    };
    setImmediate(() => setImmediate(closeUnused));
  }

  /** What is to be sent of bytes that postgres.js has written. */
  toSend(bytes: Buffer): Buffer {
    if (this.#isStarted) return bytes;
    this.#isStarted = true;
    return bytes.subarray(Math.max(0, bytes.lastIndexOf(VERSION) - 4));
  }
}
