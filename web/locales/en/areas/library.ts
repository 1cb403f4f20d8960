export { library } from '#web/locales/en/library.ts';
