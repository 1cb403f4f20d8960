import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { openDeck, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

/** A STUN server that counts packets, on a real port of this machine. */
async function countPackets() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let packets = 0;
  socket.on('message', () => (packets += 1));
  return {
    port: socket.address().port,
    packets: () => packets,
    [Symbol.asyncDispose]: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** Asks a STUN server for the own address, from a page or a deck; returns how far it got. */
const asksStun = (port: number): string => `<p id="report"></p><script>
  const say = (text) => { document.querySelector('#report').textContent = text; };
  const ask = async () => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
    const gathered = new Promise((resolve) => { peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve(); });
    peer.createDataChannel('way out');
    await peer.setLocalDescription(await peer.createOffer());
    await gathered;
  };
  ask().then(() => say('asked'), (error) => say(error.name));
</script>`;

test('WebRTC cannot send anything from a slide', async ({ page, context, user }) => {
  expect(user.role).toBe('user');
  await using stun = await countPackets();
  const shown = '<iframe src="other.html"></iframe><object data="other.html"></object>';
  const bytes = await plainDeck({
    slides: [asksStun(stun.port), shown],
    beside: { 'slides/other.html': asksStun(stun.port) },
  });
  const deck = await uploadDeck(context.request, { title: 'Way out', bytes });
  await openDeck(page, deck.id, 1);
  await expect(slide(page).locator('#report')).toHaveText('TypeError');
  expect(stun.packets()).toBe(0);

  // Other HTML files of the package have none either, however the slide shows them.
  await openDeck(page, deck.id, 2);
  const others = () => page.frames().filter((frame) => frame.url().endsWith('/other.html'));
  await expect.poll(others).toHaveLength(2);
  for (const other of others()) await expect(other.locator('#report')).toHaveText('TypeError');
  expect(stun.packets()).toBe(0);

  // The same code reaches the server outside a deck, which proves that the test works.
  await page.route('**/unconfined', (route) => route.fulfill({ contentType: 'text/html', body: asksStun(stun.port) }));
  await page.goto('/unconfined');
  await expect.poll(stun.packets).toBeGreaterThan(0);
});
