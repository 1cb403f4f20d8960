export { library } from '#web/locales/de/library.ts';
