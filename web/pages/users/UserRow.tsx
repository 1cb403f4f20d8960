import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { USER_NAME_MAX } from '#shared/limits.ts';
import type { ManagedUser } from '#shared/users.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { RenameField } from '#web/ui/RenameField.tsx';
import { useFocusHandover } from '#web/ui/use-focus-handover.ts';
import { RemoveUser } from './RemoveUser.tsx';
import { ResetFactors } from './ResetFactors.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { renameSelf, renameUser } from './user-changes.ts';
import { UserMenu } from './UserMenu.tsx';

export function UserRow({ user, own }: { user: ManagedUser; own: boolean }) {
  const { t } = useTranslation();
  const [doing, setDoing] = useState<'renaming' | 'resetting' | 'resetting factors' | 'removing' | null>(null);
  const done = () => setDoing(null);
  const router = useRouter();
  // The user's own name is also in the header.
  const rename = (name: string) => void (own ? renameSelf(user, name).then(() => router.invalidate()) : renameUser(user, name));
  return (
    <li ref={useFocusHandover()} className="ledger-row user-row" data-disabled={user.disabled}>
      <div className="ledger-what">
        {doing === 'renaming' ? (
          <RenameField
            name={user.name}
            label={t('users.newName', { name: user.name })}
            maxLength={USER_NAME_MAX}
            onRename={rename}
            onDone={done}
          />
        ) : (
          <p className="user-name">
            <bdi>{user.name}</bdi>
            {own && <span className="ledger-hint"> ({t('users.you')})</span>}
          </p>
        )}
        <p className="ledger-hint">{user.email}</p>
      </div>
      <div className="user-status">
        <p className="facts">
          <span>{t(`users.roles.${user.role}`)}</span>
          {user.twoFactor && <span>{t('users.twoFactor')}</span>}
          {user.disabled && <strong className="user-disabled">{t('users.disabled')}</strong>}
        </p>
        <p className="ledger-hint">
          <time dateTime={user.createdAt} title={formatMoment(user.createdAt)}>
            {t('users.joined', { since: formatSince(user.createdAt) })}
          </time>
        </p>
      </div>
      <p className="user-decks">{t('users.decks', { count: user.deckCount })}</p>
      <UserMenu
        user={user}
        own={own}
        onRename={() => setDoing('renaming')}
        onResetPassword={() => setDoing('resetting')}
        onResetFactors={() => setDoing('resetting factors')}
        onRemove={() => setDoing('removing')}
      />
      {own && <p className="ledger-hint user-yourself">{t('users.yourself')}</p>}
      {doing === 'resetting' && <ResetPassword user={user} onDone={done} />}
      {doing === 'resetting factors' && <ResetFactors user={user} onDone={done} />}
      {doing === 'removing' && <RemoveUser user={user} onDone={done} />}
    </li>
  );
}
