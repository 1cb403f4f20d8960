export { deck } from '#web/locales/de/deck.ts';
export { outbox } from '#web/locales/de/outbox.ts';
export { upload } from '#web/locales/de/upload.ts';
export { sharing } from '#web/locales/de/sharing.ts';
export { versions } from '#web/locales/de/versions.ts';
