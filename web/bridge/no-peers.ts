/**
 * Ways to other computers that no content policy knows: WebRTC sends packets to any host that it is told to ask for its own
 * address, and could carry the deck's address away in one. No deck needs them to be shown.
 */
const PEERS = [
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'mozRTCPeerConnection',
  'RTCDataChannel',
  'RTCIceTransport',
  'RTCIceGatherer',
  'RTCQuicTransport',
  'RTCDtlsTransport',
  'RTCSctpTransport',
  'WebTransport',
];

/** Takes them out of this window for good, before the deck's own scripts run. */
export function removePeers(): void {
  for (const name of PEERS) {
    if (Reflect.has(window, name))
      Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
  }
}
