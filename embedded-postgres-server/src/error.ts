/**
 * The embedded database cannot run here. The message is a complete sentence for the person at the terminal: what is wrong, where,
 * and what to do about it.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
