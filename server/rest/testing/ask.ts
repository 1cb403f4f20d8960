import type { OperationFacts } from '#server/rest/openapi/operation.ts';
import type { Question } from '#server/testing/exchange.ts';
import type { Form } from '#server/testing/forms.ts';

/** The parts of a request for an operation. */
export interface Ask {
  /** Values by the names in the operation's path. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: Readonly<Record<string, unknown>>;
  /** A body that is sent as it is. */
  readonly raw?: Form | { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array | string };
  readonly headers?: Readonly<Record<string, string>>;
}

/** Builds the HTTP request. */
export function questionOf({ method, path }: Pick<OperationFacts, 'method' | 'path'>, ask: Ask): Question {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(ask.path?.[name] ?? '')));
  const query = new URLSearchParams(ask.query).toString();
  const json =
    ask.json === undefined ? undefined : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(ask.json) };
  const { headers, body } = ask.raw ?? json ?? { headers: {}, body: undefined };
  return {
    method: method.toUpperCase(),
    path: `/api${filled}${query === '' ? '' : `?${query}`}`,
    headers: { ...headers, ...ask.headers },
    ...(body !== undefined && { body }),
  };
}
