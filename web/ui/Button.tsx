import './button.css';
import type { ComponentProps, ReactNode } from 'react';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `filled` is the accent colour, for the one thing that matters on a screen. */
  variant?: 'filled' | 'default' | 'danger';
  size?: 'small' | 'medium' | 'large';
  icon?: ReactNode;
  fullWidth?: boolean;
  /** The action is in progress: the button shows it and cannot be pressed. */
  loading?: boolean;
}

export function Button({
  variant = 'filled',
  size = 'medium',
  icon,
  fullWidth = false,
  loading = false,
  disabled = false,
  className = '',
  children,
  ...button
}: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={`button ${className}`}
      data-variant={variant}
      data-size={size}
      data-full-width={fullWidth}
      data-loading={loading}
      disabled={disabled || loading}
    >
      {icon}
      <span className="button-label">{children}</span>
      {loading && <Spinner />}
    </button>
  );
}

/** A turning ring, hidden from screen readers. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
