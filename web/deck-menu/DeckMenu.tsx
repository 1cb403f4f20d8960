import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withLaterTexts } from '#web/lib/i18n.ts';
import { DropMenu } from '#web/ui/DropMenu.tsx';
import type { DeckMenuItems, DeckMenuProps } from './DeckMenuItems.tsx';

/** The items, once they are loaded. The library does not wait for them: they are loaded when a pointer or the focus is on a menu. */
let loaded: typeof DeckMenuItems | null = null;

/** A button with the menu of a deck. */
export function DeckMenu(props: DeckMenuProps) {
  const { t } = useTranslation();
  const [Items, setItems] = useState(() => loaded);
  const prepare = async () => {
    if (Items !== null) return;
    const part = await withLaterTexts(() => import('./DeckMenuItems.tsx'));
    loaded = part.DeckMenuItems;
    setItems(() => part.DeckMenuItems);
  };
  return (
    <DropMenu
      label={t('deck.actions', { title: props.deck.title })}
      className="menu-button deck-menu-button"
      icon={<IconDots size={18} aria-hidden />}
      onPrepare={() => void prepare()}
    >
      {Items === null ? null : <Items {...props} />}
    </DropMenu>
  );
}
