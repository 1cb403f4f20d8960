import { IconDots, IconKey, IconLock, IconLockOpen, IconPencil, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ManagedUser } from '#shared/users.ts';
import { DropMenu, MenuChoice, MenuItem, MenuLine } from '#web/ui/DropMenu.tsx';
import { changeRole, setDisabled } from './user-changes.ts';

interface UserMenuProps {
  user: ManagedUser;
  /** Whether this is the admin's own account. Admins can rename themselves but not lock themselves out. */
  own: boolean;
  onRename: () => void;
  onResetPassword: () => void;
  onResetFactors: () => void;
  onRemove: () => void;
}

export function UserMenu({ user, own, onRename, onResetPassword, onResetFactors, onRemove }: UserMenuProps) {
  const { t } = useTranslation();
  const Lock = user.disabled ? IconLockOpen : IconLock;
  return (
    <DropMenu label={t('users.actions', { name: user.name })} className="menu-button" icon={<IconDots size={18} aria-hidden />}>
      <MenuItem icon={<IconPencil size={16} aria-hidden />} onChoose={onRename}>
        {t('users.rename')}
      </MenuItem>
      {!own && (
        <>
          <MenuLine />
          <MenuChoice
            label={t('users.role')}
            value={user.role}
            options={(['user', 'admin'] as const).map((value) => ({ value, label: t(`users.roles.${value}`) }))}
            onChoose={(role) => void changeRole(user, role)}
          />
          <MenuLine />
          {!user.disabled && (
            <MenuItem icon={<IconKey size={16} aria-hidden />} onChoose={onResetPassword}>
              {t('users.resetPassword')}
            </MenuItem>
          )}
          {user.twoFactor && (
            <MenuItem icon={<IconShieldOff size={16} aria-hidden />} onChoose={onResetFactors}>
              {t('users.resetFactors')}
            </MenuItem>
          )}
          <MenuItem icon={<Lock size={16} aria-hidden />} onChoose={() => void setDisabled(user, !user.disabled)}>
            {t(user.disabled ? 'users.enable' : 'users.disable')}
          </MenuItem>
          <MenuItem destroys icon={<IconTrash size={16} aria-hidden />} onChoose={onRemove}>
            {t('users.remove')}
          </MenuItem>
        </>
      )}
    </DropMenu>
  );
}
