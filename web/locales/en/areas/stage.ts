export { history } from '#web/locales/en/history.ts';
export { ink } from '#web/locales/en/ink.ts';
export { live } from '#web/locales/en/live.ts';
export { newVersion } from '#web/locales/en/new-version.ts';
export { notes } from '#web/locales/en/notes.ts';
export { player } from '#web/locales/en/player.ts';
export { talk } from '#web/locales/en/talk.ts';
export { trust } from '#web/locales/en/trust.ts';
