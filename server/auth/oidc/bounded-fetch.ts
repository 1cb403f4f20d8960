import type { CustomFetch } from 'openid-client';
import { MIB } from '#shared/limits.ts';
import { isPrivateAddress } from '#shared/private-address.ts';

/** No answer of a provider is longer: metadata, keys and tokens have a few kilobytes. */
const ANSWER_MAX_BYTES = MIB;
const SERVER_FAULT = 500;

/** The provider cannot be reached, does not answer in time, or fails. Trying again later may help. */
export class ProviderUnreachableError extends Error {
  override readonly name = 'ProviderUnreachableError';
}

/**
 * Makes the function with which the library asks a provider. The provider's metadata say which addresses are asked, so each one must be
 * encrypted or be on this machine. Redirects are not followed.
 *
 * @param timeoutMilliseconds for the whole answer
 */
export function boundedFetch(timeoutMilliseconds: number): CustomFetch {
  return async (url, { body, headers, method }) => {
    // The library sends forms or nothing.
    if (!isPrivateAddress(new URL(url))) throw new Error(`the provider names ${url}, which is not encrypted`);
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const response = await fetch(url, {
      body: body instanceof URLSearchParams ? body : null,
      headers,
      method,
      redirect: 'manual',
      signal,
    }).catch(unreachable);
    if (response.status >= SERVER_FAULT) {
      await response.body?.cancel();
      throw new ProviderUnreachableError(`${url} answered with ${response.status}`);
    }
    // The library takes nothing but the status and these two from the response.
    const { status, statusText } = response;
    return new Response(await readBounded(response), { status, statusText, headers: response.headers });
  };
}

async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(unreachable);
    if (done) return new Uint8Array(Buffer.concat(chunks));
    size += value.length;
    if (size > ANSWER_MAX_BYTES) {
      await reader.cancel();
      throw new Error(`an answer of the provider is longer than ${ANSWER_MAX_BYTES} bytes`);
    }
    chunks.push(value);
  }
}

function unreachable(cause: unknown): never {
  const [what, why] = cause instanceof Error ? [cause.message, cause.cause] : [String(cause), undefined];
  throw new ProviderUnreachableError(why instanceof Error ? `${what}: ${why.message}` : what, { cause });
}
