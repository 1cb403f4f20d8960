/** How the connection to the database is encrypted. */
export interface Encryption {
  /** Whether the connection goes on without encryption if the server has none. */
  readonly isOptional: boolean;
  /** What the certificate must be. `none`: anything, so that only listeners are kept out. `chain`: of a known authority. `host`: and for this host. */
  readonly check: 'none' | 'chain' | 'host';
  /** File with the certificates of known authorities; null: those that Node knows. */
  readonly authorities: string | null;
}

/** The modes of PostgreSQL's own clients (libpq, “SSL Mode Descriptions”). */
const MODES: Readonly<Record<string, Pick<Encryption, 'isOptional' | 'check'> | null>> = {
  disable: null,
  allow: { isOptional: true, check: 'none' },
  prefer: { isOptional: true, check: 'none' },
  require: { isOptional: false, check: 'none' },
  'verify-ca': { isOptional: false, check: 'chain' },
  'verify-full': { isOptional: false, check: 'host' },
};
/** The values of `ssl`, which postgres.js has instead. */
const ALIASES: Readonly<Record<string, string>> = { true: 'verify-full', '1': 'verify-full', false: 'disable', '0': 'disable' };

/**
 * Takes the parameters about encryption out of the address of a database: `sslmode` (or `ssl`), and `sslrootcert`, a file.
 *
 * @returns the address without them; null for `encryption`: none
 * @throws TypeError for another mode, so that a misspelled one does not switch encryption off
 */
export function encryptionOf(url: string): { url: string; encryption: Encryption | null } {
  const at = url.indexOf('?');
  if (at === -1) return { url, encryption: null };
  const parameters = new URLSearchParams(url.slice(at));
  const [wish, authorities] = [parameters.get('sslmode') ?? parameters.get('ssl'), parameters.get('sslrootcert')];
  for (const name of ['sslmode', 'ssl', 'sslrootcert']) parameters.delete(name);
  const rest = parameters.size === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${parameters}`;
  const mode = MODES[ALIASES[wish ?? 'disable'] ?? wish ?? 'disable'];
  if (mode === undefined) throw new TypeError(`sslmode is one of ${Object.keys(MODES).join(', ')}`);
  return { url: rest, encryption: mode && { ...mode, authorities } };
}
