import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A message as it arrived: with its headers decoded as far as these tests need them. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly headers: string;
  /** The text, decoded. */
  readonly text: string;
}

/** A real SMTP server on this machine (`smtp-server`). */
export interface TestMailServer extends AsyncDisposable {
  /** The settings with which Lectern uses it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly received: readonly ReceivedMail[];
  /** Resolves with the message of that number, from 0, once it has arrived. */
  message(at: number): Promise<ReceivedMail>;
}

interface Wish {
  /** Addresses that it refuses. */
  readonly refuses?: readonly string[];
}

const [USER, PASSWORD] = ['lectern', 'a secret / with: characters@that need escapes'];

export async function aMailServer({ refuses = [] }: Wish = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      username === USER && password === PASSWORD
        ? callback(null, { user: USER })
        : callback(new Error('Invalid username or password')),
    onRcptTo: ({ address }, _session, callback) =>
      refuses.includes(address) ? callback(new Error('There is no such mailbox')) : callback(),
    onData: (stream, { envelope: { mailFrom, rcptTo } }, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = mailFrom === false ? '' : mailFrom.address;
        received.push({ to: rcptTo.map(({ address }) => address), from, ...partsOf(Buffer.concat(chunks).toString()) });
        callback();
        for (const wake of waiting.splice(0)) wake();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    settings: {
      SMTP_URL: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
      MAIL_FROM: 'Lectern of the tests <lectern@example.org>',
    },
    received,
    message: async (at) => {
      for (;;) {
        const found = received[at];
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** Splits a message of one part. Its text is in quoted-printable, Base64 or neither (RFC 2045, 6). */
function partsOf(raw: string): { headers: string; text: string } {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(end + 4);
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(headers)?.[1]?.toLowerCase();
  if (encoding === 'base64') return { headers, text: Buffer.from(body, 'base64').toString() };
  if (encoding !== 'quoted-printable') return { headers, text: body };
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { headers, text: Buffer.from(bytes, 'latin1').toString() };
}
