import type { ReactNode } from 'react';

interface ToolButtonProps {
  label: string;
  /** Keyboard shortcut, also used for `aria-keyshortcuts`. */
  keys?: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button of the drawing tools; its label contains its shortcut. */
export function ToolButton({ label, keys, pressed, disabled = false, onClick, children }: ToolButtonProps) {
  const name = keys === undefined ? label : `${label} (${keys})`;
  return (
    <button
      type="button"
      className="ink-button"
      aria-label={name}
      title={name}
      aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
      aria-pressed={pressed}
      // Not `disabled`, so that it keeps the focus when it is disabled for a moment.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  );
}
