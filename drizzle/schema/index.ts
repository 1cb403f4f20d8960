export * from './users.ts';
export * from './invites.ts';
export * from './decks.ts';
export * from './notes.ts';
export * from './annotations.ts';
export * from './slide-state.ts';
export * from './playback.ts';
