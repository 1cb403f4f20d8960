import { z } from 'zod';

const addressesSchema = z.record(z.string(), z.unknown());
const importMapSchema = z.looseObject({
  imports: addressesSchema.optional().catch(undefined),
  scopes: z.record(z.string(), addressesSchema.catch({})).optional().catch(undefined),
});

/** Maps module specifiers to URLs (HTML standard, "Import maps"). */
export type ImportMap = (specifier: string, referrer: string) => string | undefined;

/** Reads the text of `<script type="importmap">`. A text that is not an import map maps nothing. `base` is the document's URL. */
export function readImportMap(text: string, base: string): ImportMap {
  const parsed = importMapSchema.safeParse(jsonOf(text));
  if (!parsed.success) return () => undefined;
  const imports = addressesOf(parsed.data.imports ?? {}, base);
  const scopes = new Map<string, Addresses>();
  for (const [prefix, addresses] of Object.entries(parsed.data.scopes ?? {})) {
    const url = urlOf(prefix, base);
    if (url !== undefined) scopes.set(url, addressesOf(addresses, base));
  }
  return (specifier, referrer) => {
    for (const prefix of prefixesOf(referrer)) {
      const found = addressFor(specifier, scopes.get(prefix));
      if (found !== undefined) return found;
    }
    return addressFor(specifier, imports);
  };
}

type Addresses = ReadonlyMap<string, string>;

function addressesOf(addresses: Readonly<Record<string, unknown>>, base: string): Addresses {
  const found = new Map<string, string>();
  for (const [specifier, address] of Object.entries(addresses)) {
    const url = typeof address === 'string' ? urlOf(address, base) : undefined;
    const key = isBare(specifier) ? specifier : urlOf(specifier, base);
    if (url !== undefined && key !== undefined) found.set(key, url);
  }
  return found;
}

/** The address of the specifier, or that of its longest prefix that ends with a slash. */
function addressFor(specifier: string, addresses: Addresses | undefined): string | undefined {
  if (!addresses || addresses.size === 0) return undefined;
  for (const prefix of prefixesOf(specifier)) {
    const address = addresses.get(prefix);
    if (address !== undefined) return address + specifier.slice(prefix.length);
  }
  return undefined;
}

/** The text, and its prefixes that end with a slash, the longest first. */
function* prefixesOf(text: string): Iterable<string> {
  yield text;
  for (let at = text.lastIndexOf('/', text.length - 2); at > 0; at = text.lastIndexOf('/', at - 1)) yield text.slice(0, at + 1);
}

/** Whether a module specifier needs an import map: it is neither a URL nor begins with `/`, `./` or `../`. */
export function isBare(specifier: string): boolean {
  return !/^(?:\.{0,2}\/|[a-z][a-z0-9+.-]*:)/i.test(specifier);
}

function urlOf(text: string, base: string): string | undefined {
  return URL.canParse(text, base) ? new URL(text, base).href : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
