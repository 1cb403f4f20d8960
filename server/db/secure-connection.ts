import { readFile } from 'node:fs/promises';
import { connect, isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as secure, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { Encryption } from '#server/database-encryption.ts';
import { StartupRepair } from './startup-repair.ts';

interface Place {
  readonly host: string;
  readonly port: number;
}

/** The request for encryption (PostgreSQL protocol, “SSLRequest”). The server answers with one byte. */
const REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 'S'.charCodeAt(0);
const NO = 'N'.charCodeAt(0);

/**
 * A connection to PostgreSQL that is encrypted. Emits `connect` when it can be used. An error is emitted together with `close`: between them,
 * postgres.js would send statements that it never settles, as it does on the connections that it encrypts itself.
 */
export class SecureConnection extends Duplex {
  readonly #raw: Socket;
  readonly #place: Place;
  readonly #encryption: Encryption;
  readonly #timeoutMs: number;
  readonly #repair = new StartupRepair(this);
  #open: Socket | TLSSocket | null = null;

  /** @param timeoutMs how long it may take until it can be used */
  constructor(place: Place, encryption: Encryption, timeoutMs: number) {
    super();
    this.#place = place;
    this.#encryption = encryption;
    this.#timeoutMs = timeoutMs;
    // Errors of this socket are those of the one that it is wrapped in, or fail the wait for it.
    this.#raw = connect(place).on('error', () => undefined);
  }

  /** As that of a socket, which postgres.js asks for. */
  get readyState(): 'opening' | 'open' | 'closed' {
    if (this.destroyed) return 'closed';
    return this.#open === null ? 'opening' : 'open';
  }

  setKeepAlive(isOn: boolean, afterMs: number): this {
    this.#raw.setKeepAlive(isOn, afterMs);
    return this;
  }

  override _construct(done: (error?: Error | null) => void): void {
    void this.#begin(done);
  }

  override _read(): void {
    this.#open?.resume();
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#open?.write(this.#repair.toSend(bytes), done);
  }

  override _final(done: () => void): void {
    this.#open?.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#open?.destroy();
    this.#raw.destroy();
    done(error);
  }

  async #begin(done: (error?: Error | null) => void): Promise<void> {
    const timer = setTimeout(() => this.#raw.destroy(new Error('the database did not answer')), this.#timeoutMs);
    try {
      const open = await this.#encrypt();
      this.#open = open;
      open.on('data', (bytes: Buffer) => this.push(bytes) || open.pause());
      open.on('end', () => this.push(null));
      open.on('error', (error: Error) => this.destroy(error));
      open.on('close', () => this.destroy());
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    } finally {
      clearTimeout(timer);
    }
    done();
    this.emit('connect');
  }

  async #encrypt(): Promise<Socket | TLSSocket> {
    const raw = this.#raw;
    const { check, isOptional, authorities } = this.#encryption;
    const known = authorities === null ? null : await readFile(authorities);
    raw.write(REQUEST);
    const answer = await firstOf(raw, 'data');
    // More than the one byte was not sent by the server, or not for us (CVE-2021-23222).
    if (!Buffer.isBuffer(answer) || answer.length !== 1) throw new Error('the database answered with more than it was asked for');
    if (answer[0] === NO && isOptional) return raw;
    if (answer[0] !== YES) throw new Error('the database has no encryption, which sslmode demands');
    const { host } = this.#place;
    const options: ConnectionOptions = {
      socket: raw,
      ...(isIP(host) === 0 && { servername: host }),
      host,
      rejectUnauthorized: check !== 'none',
      ...(check === 'chain' && { checkServerIdentity: () => undefined }),
      ...(known !== null && { ca: known }),
    };
    // An error between two listeners would end the process. `close` follows it.
    const socket = secure(options).on('error', () => undefined);
    await firstOf(socket, 'secureConnect');
    return socket;
  }
}

/** Waits for an event of a socket. Rejects if the socket fails or closes first. */
function firstOf(socket: Socket, event: 'data' | 'secureConnect'): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      socket.off('error', fail).off('close', close).off(event, take);
      // Bytes that arrive before there is another reader must wait for it.
      socket.pause();
      end();
    };
    const fail = (error: Error) => settle(() => reject(error));
    const close = () => settle(() => reject(new Error('the database closed the connection')));
    const take = (value?: unknown) => settle(() => resolve(value));
    socket.on('error', fail).on('close', close).on(event, take);
  });
}
