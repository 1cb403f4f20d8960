import type { ReactNode } from 'react';

interface ControlButtonProps {
  label: string;
  pressed?: boolean | undefined;
  disabled?: boolean;
  /** Whether it gives its place to the menu where there is little room. */
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
      // Still focusable at the ends, so that the focus does not fall out of the bar under somebody's fingers.
      aria-disabled={disabled}
      onClick={disabled === true ? undefined : onClick}
    >
      {children}
    </button>
  );
}
