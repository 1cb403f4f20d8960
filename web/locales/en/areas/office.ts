export { invites } from '#web/locales/en/invites.ts';
export { keys } from '#web/locales/en/keys.ts';
export { profile } from '#web/locales/en/profile.ts';
export { users } from '#web/locales/en/users.ts';
