export { EmbeddedPostgresError } from './error.ts';
export { findRunningPostgres } from './running.ts';
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts';
export type { MoveData } from './upgrade.ts';
