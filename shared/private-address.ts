/** Whether what is sent to an address can only be read there: it is encrypted, or stays on this machine. */
export function isPrivateAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}
