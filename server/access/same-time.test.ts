import { expect, it } from 'vitest';
import { Scene } from '#server/rest/testing/scene.ts';
import { writingRequests } from '#server/rest/testing/writing-requests.ts';
import { aClientAddress } from '#server/testing/client-address.ts';
import { aLectern, type TestLectern } from '#server/testing/lectern.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' }, { renderer: 'starting' });
const shared = { DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir };
const other = await aLectern({ ...shared, TRUST_PROXY: '1' }, { renderer: 'starting' });

const OF_ADMINS = /^(users|invites|passwordResets|twoFactor)\./;

it.each(writingRequests().map((each) => [each.name, each.request] as const))(
  '%s, sent four times at once by two sessions to two instances, fails with no 5xx',
  async (name, request) => {
    const owner = await lectern.aUser({ role: OF_ADMINS.test(name) ? 'admin' : 'user' });
    const elsewhere = await lectern.aSessionOf(owner);
    const question = await request(new Scene(lectern, { owner }));
    const from = aClientAddress();
    const send = (server: TestLectern, { cookie }: { cookie: string }) =>
      server.send({ ...question, headers: { cookie, 'x-forwarded-for': from, ...question.headers } });
    const answers = await Promise.all(
      [owner, elsewhere].flatMap((session) => [lectern, other].map((server) => send(server, session))),
    );
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
  },
);
