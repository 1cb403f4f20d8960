import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { needsOneInstance } from '#server/db/testing/instances.ts';
import { aLectern, startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { CALLER_HEADER, StatementLog } from '#server/testing/statement-log.ts';
import { firstSlideAt, Viewer } from './testing/viewer.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const OFFICE = '192.0.2.1';
const PHONE = '2001:db8:1:2::3';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const owner = await lectern.aUser();

/** The headers that a proxy forwards for a client. */
const from = (address: string, userAgent = FIREFOX) => ({ 'x-forwarded-for': address, 'user-agent': userAgent });
const aDeck = async (): Promise<string> => (await lectern.aDeck({ owner })).id;
const open = (id: string, client: ReturnType<typeof from>, at: TestLectern = lectern): Promise<string> =>
  new Viewer(at, { cookie: owner.cookie, ...client }).open(id);
const plays = async (baseUrl: string, client: OutgoingHttpHeaders, at: TestLectern = lectern): Promise<boolean> =>
  (await firstSlideAt(at, baseUrl, client)).status === 200;

describe('the address of a deck', () => {
  it('plays only in the network and on the platform that asked for it', async () => {
    const address = await open(await aDeck(), from(OFFICE));
    expect(await plays(address, from('192.0.2.99'))).toBe(true);
    for (const client of [from('198.51.100.1'), from(PHONE), from(OFFICE, CHROME), from(OFFICE, ''), {}])
      expect(await plays(address, client)).toBe(false);
  });

  it('looks to other clients like an address that never existed', async () => {
    const address = await open(await aDeck(), from(OFFICE));
    expect(await plays(address, from(OFFICE))).toBe(true);
    const never = address.replace(/[\w-]{43}/, 'a'.repeat(43));
    const [refused, unknown] = [
      await firstSlideAt(lectern, address, from(PHONE)),
      await firstSlideAt(lectern, never, from(PHONE)),
    ];
    const seen = ({ status, headers, text }: typeof refused) => {
      const { date: _date, 'x-request-id': requestId, ...others } = headers;
      return { status, others, text: text.replace(String(requestId), '') };
    };
    expect(seen(refused)).toEqual(seen(unknown));
    // A conditional request for bytes that the browser has cached is refused as well.
    const etag = (await firstSlideAt(lectern, address, from(OFFICE))).headers.etag;
    expect((await firstSlideAt(lectern, address, { ...from(PHONE), 'if-none-match': etag })).status).toBe(404);
  });

  it('stays the same in another network, and plays there after it was asked for from there', async () => {
    const id = await aDeck();
    const address = await open(id, from(OFFICE));
    expect(await plays(address, from(PHONE))).toBe(false);
    expect(await open(id, from(PHONE))).toBe(address);
    expect([await plays(address, from(PHONE)), await plays(address, from(OFFICE))]).toEqual([true, true]);
  });

  it('plays in the four networks that asked last', async () => {
    const id = await aDeck();
    const networks = [1, 2, 3, 4].map((at) => from(`198.51.${at}.1`));
    const [first, second, third, fourth] = networks;
    for (const network of networks) await open(id, network ?? from(''));
    // The first network asks again, so the second is now the oldest.
    const address = await open(id, first ?? from(''));
    await open(id, from(OFFICE));
    const all = [from(OFFICE), first, second, third, fourth].map((network) => plays(address, network ?? {}));
    expect(await Promise.all(all)).toEqual([true, true, false, true, true]);
  });

  it('keeps every network when several ask at the same time', async () => {
    const id = await aDeck();
    const networks = [1, 2, 3, 4].map((at) => from(`198.51.${at}.1`));
    const [address = ''] = await Promise.all(networks.map((network) => open(id, network)));
    expect(await Promise.all(networks.map((network) => plays(address, network)))).toEqual([true, true, true, true]);
  });

  it('plays on every platform in its network when a key asked for it', async () => {
    const { body } = await lectern.as(owner).post('/api/keys', { name: 'Screen' });
    const viewer = new Viewer(lectern, { authorization: `Bearer ${(body as { key: string }).key}`, ...from(OFFICE, 'curl/8') });
    const address = await viewer.open(await aDeck());
    expect([await plays(address, from(OFFICE, CHROME)), await plays(address, from(PHONE, 'curl/8'))]).toEqual([true, false]);
  });

  it.skipIf(needsOneInstance('each instance remembers the addresses that it has checked'))(
    'is checked without a database query for each entry',
    async () => {
      const address = await open(await aDeck(), from(OFFICE));
      await firstSlideAt(lectern, address, from(OFFICE));
      using log = new StatementLog();
      for (const host of ['192.0.2.1', '192.0.2.2'])
        expect(await plays(address, { ...from(host), [CALLER_HEADER]: 'an entry' })).toBe(true);
      expect(log.of('an entry')).toEqual([]);
    },
  );
});

describe('another instance', () => {
  it('plays an address at once for a client that has just asked', async () => {
    const { database, dataDir } = lectern;
    await using second = await startLectern({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      BASE_URL: lectern.address,
      TRUST_PROXY: '1',
    });
    const id = await aDeck();
    const address = await open(id, from(OFFICE));
    expect([await plays(address, from(OFFICE), second), await plays(address, from(PHONE), second)]).toEqual([true, false]);
    await open(id, from(PHONE));
    expect(await plays(address, from(PHONE), second)).toBe(true);
  });
});

describe('forwarded addresses', () => {
  it('are trusted as far as TRUST_PROXY says', async () => {
    await using direct = await startLectern();
    const viewer = await direct.aUser();
    const { id } = await direct.aDeck({ owner: viewer });
    const address = await new Viewer(direct, { cookie: viewer.cookie, ...from(OFFICE) }).open(id);
    expect(await plays(address, from(PHONE), direct)).toBe(true);
    // Everything to the left of the address that the proxy added is set by the client.
    const behindProxy = await open(await aDeck(), from(OFFICE));
    expect(await plays(behindProxy, from(`${OFFICE}, ${PHONE}`))).toBe(false);
    expect(await plays(behindProxy, from(`${PHONE}, ${OFFICE}`))).toBe(true);
  });
});

describe('under PLAYBACK_BINDING=off', () => {
  it('an address plays for everyone who knows it', async () => {
    await using unbound = await startLectern({ PLAYBACK_BINDING: 'off', TRUST_PROXY: '1' });
    const viewer = await unbound.aUser();
    const { id } = await unbound.aDeck({ owner: viewer });
    const address = await new Viewer(unbound, { cookie: viewer.cookie, ...from(OFFICE) }).open(id);
    expect(await plays(address, from(PHONE, CHROME), unbound)).toBe(true);
  });
});
