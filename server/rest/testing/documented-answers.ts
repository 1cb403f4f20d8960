import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { oas31 } from 'zod-openapi';
import type { OperationFacts } from '#server/rest/openapi/operation.ts';
import type { Answer } from '#server/testing/exchange.ts';

/** Headers of HTTP itself and security policies, which every response may have. Any other header must be documented. */
const GENERAL_HEADERS = new Set([
  'connection',
  'keep-alive',
  'date',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'vary',
  'x-accel-buffering',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]);

/** Compares responses of a running server with the document. Everything that the document does not contain is a fault. */
export class DocumentedAnswers {
  readonly #document: oas31.OpenAPIObject;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: oas31.OpenAPIObject) {
    this.#document = structuredClone(document);
    closeObjects(this.#document);
    formats.default(this.#ajv);
    this.#ajv.addSchema(this.#document, 'document');
  }

  /** The differences between a response and the document; empty if there are none. */
  faultsOf({ path, method }: Pick<OperationFacts, 'path' | 'method'>, answer: Answer): string[] {
    const at = `#/paths/${escaped(path)}/${method}/responses/${answer.status}`;
    if (this.#find(at) === undefined) return [`status ${answer.status} is not documented: ${answer.text.slice(0, 300)}`];
    const [response, pointer] = this.#resolved<oas31.ResponseObject>(at);
    return [...this.#headerFaults(response, pointer, answer), ...this.#bodyFaults(response, pointer, answer)];
  }

  #headerFaults({ headers = {} }: oas31.ResponseObject, pointer: string, answer: Answer): string[] {
    const names = Object.keys(headers);
    const documented = new Set(names.map((name) => name.toLowerCase()));
    const unknown = Object.keys(answer.headers).filter((name) => !documented.has(name) && !GENERAL_HEADERS.has(name));
    const wrong = names.flatMap((name) => {
      const [header, at] = this.#resolved<oas31.HeaderObject>(`${pointer}/headers/${escaped(name)}`);
      const sent = answer.headers[name.toLowerCase()];
      if (sent === undefined) return header.required ? [`the header ${name} is missing`] : [];
      const text = String(sent);
      const isNumber = header.schema !== undefined && 'type' in header.schema && header.schema.type === 'integer';
      return this.#schemaFaults(`${at}/schema`, isNumber ? Number(text) : text).map((fault) => `header ${name} ${fault}`);
    });
    return [...unknown.map((name) => `the header ${name} is not documented`), ...wrong];
  }

  #bodyFaults({ content }: oas31.ResponseObject, pointer: string, answer: Answer): string[] {
    if (content === undefined) return answer.bytes.length === 0 ? [] : ['there is a body'];
    const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
    const documented = Object.keys(content).find(
      (each) => each === type || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))),
    );
    if (documented === undefined) return [`the content type ${type} is not documented`];
    if (documented !== 'application/json') return [];
    const at = `${pointer}/content/${escaped(documented)}`;
    const { examples } = content[documented] ?? {};
    const unknownCode =
      examples !== undefined && !Object.hasOwn(examples, codeOf(answer.body))
        ? [`the code ${codeOf(answer.body)} is not documented`]
        : [];
    return [...unknownCode, ...this.#schemaFaults(`${at}/schema`, answer.body)];
  }

  #schemaFaults(pointer: string, value: unknown): string[] {
    const validate = this.#compiled.get(pointer) ?? this.#ajv.compile({ $ref: `document${pointer}` });
    this.#compiled.set(pointer, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** The value at a pointer, after `$ref`s are followed, and its own pointer. */
  #resolved<Found extends object>(pointer: string): [Found, string] {
    const found = this.#find(pointer);
    if (typeof found !== 'object' || found === null) throw new Error(`the document has nothing at ${pointer}`);
    if ('$ref' in found && typeof found.$ref === 'string') return this.#resolved(found.$ref);
    // Callers pass pointers to values of this type.
    return [found as Found, pointer];
  }

  #find(pointer: string): unknown {
    const keys = pointer
      .split('/')
      .slice(1)
      .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
    return keys.reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
      this.#document,
    );
  }
}

export function codeOf(body: unknown): string {
  const error: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Escapes a key for a JSON pointer in an address. */
function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Forbids unknown fields. The document allows them, so that clients work with newer servers, but tests must notice them. */
function closeObjects(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node && node.type === 'object' && 'properties' in node && !('additionalProperties' in node)) {
    Object.assign(node, { additionalProperties: false });
  }
  for (const value of Object.values(node)) closeObjects(value);
}
