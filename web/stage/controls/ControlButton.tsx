import type { ReactNode } from 'react';

interface ControlButtonProps {
  label: string;
  pressed?: boolean | undefined;
  disabled?: boolean;
  /** Whether the button moves into the menu if space is short. */
  inMenu?: boolean;
  onClick: () => void;
  children: ReactNode;
}

export function ControlButton({ label, pressed, disabled, inMenu = false, onClick, children }: ControlButtonProps) {
  return (
    <button
      type="button"
      className="player-button"
      data-in-menu={inMenu}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      // Not `disabled`: the button keeps the focus at the first and last slide.
      aria-disabled={disabled}
      onClick={disabled === true ? undefined : onClick}
    >
      {children}
    </button>
  );
}
