export { deck } from '#web/locales/en/deck.ts';
export { outbox } from '#web/locales/en/outbox.ts';
export { upload } from '#web/locales/en/upload.ts';
export { versions } from '#web/locales/en/versions.ts';
