import { expect, it } from 'vitest';
import { identityOf, roleBy } from './claims.ts';

const token = { iss: 'https://login.example.com', sub: '248289761001' };

it.each([
  ['groups', 'admins', { groups: ['staff', 'admins'] }, 'admin'],
  ['groups', 'admins', { groups: 'admins' }, 'admin'],
  ['groups', 'admins', { groups: ['admins-of-another'] }, 'user'],
  ['groups', 'admins', { groups: 'admins staff' }, 'user'],
  ['groups', 'admins', {}, 'user'],
  ['realm_access.roles', 'admin', { realm_access: { roles: ['admin'] } }, 'admin'],
  ['realm_access.roles', 'admin', { realm_access: null }, 'user'],
  ['https://example.com/roles', 'admin', { 'https://example.com/roles': ['admin'] }, 'admin'],
  ['is_admin', 'true', { is_admin: true }, 'admin'],
  ['is_admin', 'true', { is_admin: false }, 'user'],
  ['constructor.name', 'Object', {}, 'user'],
])('the rule %s=%s and the claims %j give the role %s', (claim, value, claims, role) => {
  expect(roleBy([{ claim, value }], claims)).toBe(role);
  expect(
    roleBy(
      [
        { claim: 'other', value: 'x' },
        { claim, value },
      ],
      claims,
    ),
  ).toBe(role);
});

it.each([
  [{ email: 'A@Example.com', email_verified: true }, {}, 'a@example.com'],
  [{ email: 'a@example.com', email_verified: 'true' }, {}, 'a@example.com'],
  [{}, { email: 'a@example.com', email_verified: true }, 'a@example.com'],
  [{ email: 'a@example.com' }, { email_verified: true }, null],
  [{ email: 'a@example.com', email_verified: 1 }, {}, null],
  [{ email: 'not an address', email_verified: true }, {}, null],
])('with the token %j and the user info %j, the verified address is %j', (idToken, userInfo, email) => {
  expect(identityOf({ ...token, ...idToken }, userInfo).email).toBe(email);
});

it('a name that no account can have is left out', () => {
  expect(identityOf({ ...token, name: 'Ada' }, {}).name).toBe('Ada');
  for (const name of ['x'.repeat(129), ' ', 'a\0b', 5]) expect(identityOf({ ...token, name }, {}).name).toBeNull();
});
