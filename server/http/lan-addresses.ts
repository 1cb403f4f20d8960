import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Interfaces of containers and virtual machines, which other devices in the network cannot reach. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap)/;

/** An interface as `os.networkInterfaces` lists it. */
interface Interface {
  readonly address: string;
  readonly family: string;
  readonly internal: boolean;
}

/**
 * The IPv4 addresses at which other devices in the network reach a server that listens on `host`. Empty if it listens on a loopback
 * address or on a name. Read at each call, because addresses change when a laptop changes its network.
 */
export function lanAddresses(
  host: string,
  interfaces: Readonly<Record<string, readonly Interface[] | undefined>> = networkInterfaces(),
): string[] {
  const found = Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !address.startsWith('169.254.'))
    .map(({ address }) => address);
  if (host === '0.0.0.0' || host === '::') return found;
  return isIP(host) === 4 && found.includes(host) ? [host] : [];
}
