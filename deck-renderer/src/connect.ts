import { askHealth, renderAt, type ServiceAddress } from './client.ts';
import type { Renderer } from './protocol.ts';

/** Uses a renderer that runs elsewhere, such as a container of its own. @param url its address, for example `http://renderer:4000/` */
export function connectRenderer({ url }: { readonly url: string }): Renderer {
  const address: ServiceAddress = { url: url.endsWith('/') ? url : `${url}/`, token: null };
  return {
    check: (signal) => askHealth(address, signal),
    render: (request, signal) => renderAt(address, request, signal),
    stop: () => Promise.resolve(),
  };
}
