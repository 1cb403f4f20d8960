/**
 * Network APIs that a content policy does not cover. WebRTC sends packets to any STUN host and could leak the deck's address in
 * them. No deck needs these APIs to be shown.
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

/** Removes them from this window permanently, before the deck's own scripts run. */
export function removePeers(): void {
  for (const name of PEERS) {
    if (Reflect.has(window, name))
      Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false });
  }
}
