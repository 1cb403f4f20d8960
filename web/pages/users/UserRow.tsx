import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedUser } from '#shared/users.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { RemoveUser } from './RemoveUser.tsx';
import { UserMenu } from './UserMenu.tsx';
import { UserNameField } from './UserNameField.tsx';

export function UserRow({ user, own }: { user: ManagedUser; own: boolean }) {
  const { t } = useTranslation();
  const [doing, setDoing] = useState<'renaming' | 'removing' | null>(null);
  const done = () => setDoing(null);
  return (
    <li className="user-row" data-disabled={user.disabled}>
      <div className="user-who">
        {doing === 'renaming' ? (
          <UserNameField user={user} own={own} onDone={done} />
        ) : (
          <p className="user-name">
            <bdi>{user.name}</bdi>
            {own && <span className="user-hint"> ({t('users.you')})</span>}
          </p>
        )}
        <p className="user-hint">{user.email}</p>
      </div>
      <div className="user-standing">
        <p>
          {t(`users.roles.${user.role}`)}
          {user.disabled && (
            <>
              {' · '}
              <strong className="user-disabled">{t('users.disabled')}</strong>
            </>
          )}
        </p>
        <p className="user-hint">
          <time dateTime={user.createdAt} title={formatMoment(user.createdAt)}>
            {t('users.joined', { since: formatSince(user.createdAt) })}
          </time>
        </p>
      </div>
      <p className="user-decks">{t('users.decks', { count: user.deckCount })}</p>
      <UserMenu user={user} own={own} onRename={() => setDoing('renaming')} onRemove={() => setDoing('removing')} />
      {own && <p className="user-hint user-yourself">{t('users.yourself')}</p>}
      {doing === 'removing' && <RemoveUser user={user} onDone={done} />}
    </li>
  );
}
