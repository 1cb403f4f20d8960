import { expect, test } from 'vitest';
import { lanAddresses } from './lan-addresses.ts';

const ipv4 = (address: string, internal = false) => ({ address, family: 'IPv4', internal });
const INTERFACES = {
  lo: [ipv4('127.0.0.1', true), { address: '::1', family: 'IPv6', internal: true }],
  wlan0: [ipv4('192.168.1.5'), { address: 'fe80::1', family: 'IPv6', internal: false }],
  eth0: [ipv4('10.0.0.7')],
  eth1: [ipv4('169.254.3.4')],
  docker0: [ipv4('172.17.0.1')],
};

test.each([
  ['0.0.0.0', ['192.168.1.5', '10.0.0.7']],
  ['::', ['192.168.1.5', '10.0.0.7']],
  ['10.0.0.7', ['10.0.0.7']],
  ['127.0.0.1', []],
  ['::1', []],
  ['localhost', []],
  ['10.9.9.9', []],
])('a server that listens on %s is reached at %j', (host, addresses) =>
  expect(lanAddresses(host, INTERFACES)).toEqual(addresses),
);
