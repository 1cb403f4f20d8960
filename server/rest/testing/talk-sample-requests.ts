import { aClientAddress } from '#server/testing/client-address.ts';
import { talkSchema } from '#shared/talks.ts';
import type { Ask } from './ask.ts';
import type { SampleRequest } from './sample-requests.ts';
import type { Scene } from './scene.ts';

const CLIENT = { clientId: 'a-window-of-tests' };
const PLACE = { place: { slideIndex: 1, inner: { index: 0, step: 2 } } };

/** The result of a call by the owner, who is the presenter. */
export async function called(scene: Scene, name: string, input: object): Promise<unknown> {
  // Each phone has its own address, because attempts to pair are counted by address.
  const headers = { 'x-forwarded-for': aClientAddress() };
  const { status, text, body } = await scene.lectern.as(scene.owner).post(`/api/trpc/${name}`, input, headers);
  if (status !== 200) throw new Error(`could not set the scene: ${status} ${text}`);
  return (body as { result: { data?: unknown } }).result.data;
}

/** A talk that a window of the owner has started. */
export async function aTalk(scene: Scene): Promise<{ talkId: string }> {
  const { id, currentVersionId } = await scene.aDeckToLookAt();
  const start = { ...CLIENT, ...PLACE, deckId: id, versionId: currentVersionId };
  return { talkId: talkSchema.parse(await called(scene, 'talks.start', start)).id };
}

async function aCode(scene: Scene): Promise<string> {
  const { url } = (await called(scene, 'talks.pair', await aTalk(scene))) as { url: string };
  return new URL(url).hash.slice(1);
}

/** A phone that waits for confirmation; earlier phones are removed. */
async function aRemote(scene: Scene): Promise<{ talkId: string; remoteId: string }> {
  const talk = await aTalk(scene);
  await scene.lectern.database.sql`delete from talk_remotes where talk_id = ${talk.talkId}`;
  const { id } = (await called(scene, 'remotes.claim', { code: await aCode(scene), name: 'A phone' })) as { id: string };
  return { ...talk, remoteId: id };
}

/** A link of the deck that is open for the audience of the owner. */
async function anAudience(scene: Scene): Promise<{ id: string; linkId: string }> {
  const { id } = await scene.aDeckToLookAt();
  const link = (await called(scene, 'links.create', { id })) as { id: string };
  await called(scene, 'audiences.open', { id, linkId: link.id });
  return { id, linkId: link.id };
}

const ofTalk =
  (more: object = {}): SampleRequest =>
  async (scene): Promise<Ask> => ({ json: { ...(await aTalk(scene)), ...more } });

/** Valid calls of the procedures for talks and remotes, which have no REST form. */
export const TALK_SAMPLE_REQUESTS: Readonly<Record<string, SampleRequest>> = {
  'talks.list': async (scene) => ({ json: { deckId: (await scene.aDeckToLookAt()).id } }),
  'talks.live': async (scene) => (await aTalk(scene), {}),
  'talks.get': ofTalk(),
  'talks.start': async (scene) => {
    const { id, currentVersionId } = await scene.aDeckToLookAt();
    return { json: { ...CLIENT, ...PLACE, deckId: id, versionId: currentVersionId, plannedSeconds: 1200 } };
  },
  'talks.move': ofTalk({ ...CLIENT, place: { slideIndex: 0, inner: null }, blank: 'black' }),
  'talks.changeClock': ofTalk({ change: { do: 'plan', plannedSeconds: 900 } }),
  'talks.pointLaser': ofTalk({ dot: { x: 0.5, y: 0.25 } }),
  'talks.end': ofTalk(),
  'talks.handOver': async (scene) => ({
    json: { ...(await aTalk(scene)), userId: (await scene.lectern.aUser({ role: 'admin' })).id },
  }),
  'talks.pair': ofTalk(),
  'talks.remotes': ofTalk(),
  'talks.confirmRemote': async (scene) => ({ json: await aRemote(scene) }),
  'talks.revokeRemote': async (scene) => ({ json: await aRemote(scene) }),
  'audiences.list': async (scene) => ({ json: { id: (await anAudience(scene)).id } }),
  'audiences.open': async (scene) => ({ json: { ...(await anAudience(scene)), beginsAt: '2026-01-31T09:30:00Z' } }),
  'audiences.close': async (scene) => ({ json: await anAudience(scene) }),
  'remotes.claim': async (scene) => {
    await aRemote(scene);
    return { json: { code: await aCode(scene), name: 'A phone' } };
  },
  'remotes.stream': () => ({}),
  'remotes.command': () => ({ json: { do: 'blank', blank: 'white' } }),
};
