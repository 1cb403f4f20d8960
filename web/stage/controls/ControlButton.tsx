import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Tip } from '#web/ui/Tip.tsx';

interface ControlButtonProps {
  label: string;
  /** The key that does the same, as it is shown. */
  shortcut?: string | undefined;
  /** Where the tooltip appears. */
  side?: 'top' | 'bottom';
  pressed?: boolean | undefined;
  disabled?: boolean;
  /** Whether the button moves into the menu if space is short. */
  inMenu?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button with an icon, or with an icon and a word. A tooltip shows its name and its key. */
export function ControlButton({
  label,
  shortcut,
  side = 'top',
  pressed,
  disabled,
  inMenu = false,
  onClick,
  children,
}: ControlButtonProps) {
  const { t } = useTranslation();
  const description = shortcut === undefined ? undefined : t('player.tipKey', { key: shortcut });
  return (
    <Tip label={label} shortcut={shortcut} description={description} side={side}>
      <button
        type="button"
        className="player-button"
        data-in-menu={inMenu}
        aria-label={label}
        aria-pressed={pressed}
        // Not `disabled`: the button keeps the focus at the first and last slide.
        aria-disabled={disabled}
        onClick={disabled === true ? undefined : onClick}
      >
        {children}
      </button>
    </Tip>
  );
}
