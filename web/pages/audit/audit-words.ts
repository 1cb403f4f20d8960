import type { TFunction } from 'i18next';
import type { AuditEvent } from '#shared/audit.ts';
import type { AuditKind } from '#shared/audit-kinds.ts';
import { SIGN_IN_FACTORS } from '#shared/two-factor-rules.ts';
import { isRecord } from '#web/lib/fault.ts';

/** The keys of texts cannot contain a dot. A kind without a text does not compile. */
type KeyOfKind<Kind extends AuditKind> = Kind extends `${infer Noun}.${infer Verb}` ? `${Noun}_${Verb}` : never;

/** Events of this kind, in a few words. */
export function kindWords(kind: AuditKind, t: TFunction): string {
  // `replace` returns any string; the type says which ones are possible.
  return t(`audit.kinds.${kind.replace('.', '_') as KeyOfKind<AuditKind>}`);
}

/** What happened, in a few words. More specific than the kind if that covers several events. */
export function eventWords({ kind, details }: AuditEvent, t: TFunction): string {
  if (kind === 'collection.changed')
    return t(details['visibility'] === 'team' ? 'audit.collectionShared' : 'audit.collectionMadePrivate');
  if (kind === 'deck.changed') return t(details['visibility'] === 'team' ? 'audit.shared' : 'audit.madePrivate');
  if (kind !== 'user.changed') return kindWords(kind, t);
  const { disabled, name, role } = details;
  const changes = [
    ...(role === undefined ? [] : [t(role === 'admin' ? 'audit.madeAdmin' : 'audit.madeMember')]),
    ...(name === undefined ? [] : [t('audit.personRenamed')]),
    ...(disabled === undefined ? [] : [t(disabled === true ? 'audit.personDisabled' : 'audit.personEnabled')]),
  ];
  // No line begins with a dot.
  return changes.join('\u00A0· ');
}

/** The details of an event as short texts in the user's language. */
export function detailWords({ kind, details }: AuditEvent, t: TFunction): string[] {
  const text = (name: string, from: unknown = details) => (isRecord(from) && typeof from[name] === 'string' ? [from[name]] : []);
  const role = () => text('role').flatMap((value) => (value === 'admin' || value === 'user' ? [t(`users.roles.${value}`)] : []));
  switch (kind) {
    case 'session.refused':
    case 'session.limited':
      return [...text('email'), ...factors([details['factor']], t)];
    case 'session.ended':
      return text('sessions').map((which) => t(`audit.sessions.${which === 'this' || which === 'another' ? which : 'others'}`));
    case 'identity.linked':
    case 'account.created':
      return [...text('email'), ...role(), ...text('issuer')];
    case 'password.changed':
    case 'password.reset':
      return [
        ...(details['endKeys'] === true ? [t('audit.keysEnded')] : []),
        ...(details['endPasskeys'] === true ? [t('audit.passkeysEnded')] : []),
        ...(details['endRemotes'] === true ? [t('audit.phonesEnded')] : []),
      ];
    case 'reset.created':
    case 'factors.reset':
      return [...text('name', details['user']), ...text('email', details['user'])];
    case 'user.changed':
      return [...text('name', details['user']), ...text('name').map((name) => t('audit.renamed', { name }))];
    case 'user.removed':
      return [
        ...text('name', details['user']),
        ...text('email', details['user']),
        ...counted(details['decks'], (count) => t('audit.decks', { count })),
        ...text('name', details['heir']),
      ];
    case 'key.created':
    case 'key.revoked':
      return [...text('name', details['key']), ...text('prefix', details['key']).map((prefix) => `${prefix}…`)];
    case 'invite.created':
    case 'invite.revoked':
      return [text('email')[0] ?? t('audit.anybody'), ...role()];
    case 'deck.changed':
    case 'deck.duplicated':
    case 'deck.exported':
      return text('title');
    case 'link.created':
    case 'link.changed':
    case 'link.deleted':
      return [...text('title'), ...text('name', details['link'])];
    case 'deck.shared':
      return [...text('title'), ...sharedWith(text('name', details['user'])[0], details['access'] === 'edit', t)];
    case 'deck.unshared':
      return [...text('title'), ...text('name', details['user'])];
    case 'deck.transferred':
      return [...text('title'), ...text('name', details['owner']).map((name) => t('audit.newOwner', { name }))];
    case 'deck.deleted':
    case 'deck.restored':
    case 'deck.purged':
      return [...text('title'), ...text('name', details['owner']).map((name) => t('audit.ownedBy', { name }))];
    case 'collection.changed':
      return text('name', details['collection']);
    case 'collection.deleted':
      return [
        ...text('name', details['collection']),
        ...text('name', details['owner']).map((name) => t('audit.ownedBy', { name })),
      ];
    case 'passkey.added':
    case 'passkey.removed':
      return text('name');
    case 'recovery.used':
      return counted(details['remaining'], (count) => t('audit.codesLeft', { count }));
    case 'user.archived':
    case 'app.added':
    case 'app.removed':
    case 'recovery.renewed':
    case 'second-step.refused':
    case 'second-step.limited':
    case 'device.trusted':
    case 'device.untrusted':
      return [];
    case 'session.started':
      return factors(details['factors'], t);
  }
}

/** The factors of a sign-in, or of an attempt, in the user's language. */
function factors(names: unknown, t: TFunction): string[] {
  return Array.isArray(names)
    ? SIGN_IN_FACTORS.filter((factor) => names.includes(factor)).map((factor) => t(`audit.factors.${factor}`))
    : [];
}

function counted(value: unknown, words: (count: number) => string): string[] {
  return typeof value === 'number' ? [words(value)] : [];
}

function sharedWith(name: string | undefined, mayEdit: boolean, t: TFunction): string[] {
  return name === undefined ? [] : [t(mayEdit ? 'audit.mayEdit' : 'audit.mayRead', { name })];
}
