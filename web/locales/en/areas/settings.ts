export { audit } from '#web/locales/en/audit.ts';
export { invites } from '#web/locales/en/invites.ts';
export { keys } from '#web/locales/en/keys.ts';
export { profile } from '#web/locales/en/profile.ts';
export { users } from '#web/locales/en/users.ts';
