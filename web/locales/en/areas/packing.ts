export { packing } from '#web/locales/en/packing.ts';
