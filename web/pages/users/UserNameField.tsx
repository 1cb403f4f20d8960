import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { USER_NAME_MAX } from '#shared/limits.ts';
import type { ManagedUser } from '#shared/users.ts';
import { renameSelf, renameUser } from './user-changes.ts';

interface UserNameFieldProps {
  user: ManagedUser;
  own: boolean;
  onDone: () => void;
}

/** Renames in place: Enter or leaving it keeps the new name, Escape the old one. */
export function UserNameField({ user, own, onDone }: UserNameFieldProps) {
  const { t } = useTranslation();
  const router = useRouter();
  const [name, setName] = useState(user.name);

  const keep = () => {
    const wanted = name.trim();
    onDone();
    if (wanted === '' || wanted === user.name) return;
    // One's own name stands in the header too.
    if (own) void renameSelf(user, wanted).then(() => router.invalidate());
    else void renameUser(user, wanted);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <input
        className="user-name-field"
        dir="auto"
        aria-label={t('users.newName', { name: user.name })}
        maxLength={USER_NAME_MAX}
        value={name}
        // The field stands where the person has just asked for it.
        ref={(field) => field?.focus()}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
    </form>
  );
}
