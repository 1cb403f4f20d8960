export { remote } from '#web/locales/de/remote.ts';
