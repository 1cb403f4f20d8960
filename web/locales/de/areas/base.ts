export { account } from '#web/locales/de/account.ts';
export { faults } from '#web/locales/de/faults.ts';
export { shell } from '#web/locales/de/shell.ts';
