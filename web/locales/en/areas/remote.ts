export { remote } from '#web/locales/en/remote.ts';
