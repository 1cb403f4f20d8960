export { account } from '#web/locales/en/account.ts';
export { faults } from '#web/locales/en/faults.ts';
export { shell } from '#web/locales/en/shell.ts';
