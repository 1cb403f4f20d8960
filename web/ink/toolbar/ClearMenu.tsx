import { IconDots, IconDownload, IconTrash, IconTrashX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DropMenu, MenuItem, MenuLine } from '#web/ui/DropMenu.tsx';

interface ClearMenuProps {
  mine: number;
  all: number;
  /** Only the deck's owner and admins may clear all drawings. */
  mayClearAll: boolean;
  locked: boolean;
  onClearMine: () => void;
  onClearAll: () => void;
  onDownload: () => void;
}

/** Actions for the whole drawing: download and clear. */
export function ClearMenu({ mine, all, mayClearAll, locked, onClearMine, onClearAll, onDownload }: ClearMenuProps) {
  const { t } = useTranslation();
  return (
    <DropMenu label={t('ink.more')} className="ink-button" icon={<IconDots size={20} aria-hidden />}>
      <MenuItem icon={<IconDownload size={16} aria-hidden />} onChoose={onDownload}>
        {t('ink.download')}
      </MenuItem>
      {!locked && (
        <>
          <MenuLine />
          <MenuItem destroys icon={<IconTrash size={16} aria-hidden />} onChoose={onClearMine}>
            {t('ink.clearMine', { strokes: t('ink.strokes', { count: mine }) })}
          </MenuItem>
        </>
      )}
      {!locked && mayClearAll && (
        <MenuItem destroys icon={<IconTrashX size={16} aria-hidden />} onChoose={onClearAll}>
          {t('ink.clearAll', { strokes: t('ink.strokes', { count: all }) })}
        </MenuItem>
      )}
    </DropMenu>
  );
}
