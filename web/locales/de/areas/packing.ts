export { packing } from '#web/locales/de/packing.ts';
