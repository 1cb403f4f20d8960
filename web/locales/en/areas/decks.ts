export { deck } from '#web/locales/en/deck.ts';
export { outbox } from '#web/locales/en/outbox.ts';
export { upload } from '#web/locales/en/upload.ts';
export { sharing } from '#web/locales/en/sharing.ts';
export { versions } from '#web/locales/en/versions.ts';
