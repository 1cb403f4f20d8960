export { audit } from '#web/locales/de/audit.ts';
export { invites } from '#web/locales/de/invites.ts';
export { keys } from '#web/locales/de/keys.ts';
export { profile } from '#web/locales/de/profile.ts';
export { users } from '#web/locales/de/users.ts';
