import type { ReactNode } from 'react';

interface ToolButtonProps {
  label: string;
  /** As it stands on the key, and in `aria-keyshortcuts`. */
  keys?: string;
  pressed?: boolean;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button of the drawing tools; its name ends with its key. */
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
      // Still focusable: what is disabled now may be wanted the moment after.
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  );
}
