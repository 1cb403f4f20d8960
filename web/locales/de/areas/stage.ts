export { history } from '#web/locales/de/history.ts';
export { ink } from '#web/locales/de/ink.ts';
export { live } from '#web/locales/de/live.ts';
export { newVersion } from '#web/locales/de/new-version.ts';
export { notes } from '#web/locales/de/notes.ts';
export { player } from '#web/locales/de/player.ts';
export { talk } from '#web/locales/de/talk.ts';
export { trust } from '#web/locales/de/trust.ts';
