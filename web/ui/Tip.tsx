import './tip.css';
import { Tooltip } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

/** A short delay before the first tooltip; while the pointer moves between neighbours the next one opens at once. */
const FIRST_MS = 450;
const NEIGHBOURS_MS = 400;

/** Required around all `Tip`s. A tooltip closes as soon as the pointer leaves its button. */
export function Tips({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={FIRST_MS} skipDelayDuration={NEIGHBOURS_MS} disableHoverableContent>
      {children}
    </Tooltip.Provider>
  );
}

interface TipProps {
  label: string;
  /** The key that does the same, as it is shown. */
  shortcut?: string | undefined;
  /** What screen readers announce in addition to the name of the button. */
  description?: string | undefined;
  side?: 'top' | 'bottom';
  /** A button. */
  children: ReactElement;
}

/** Shows the name of a button and its key, when the pointer rests on the button or the focus reaches it by keyboard. */
export function Tip({ label, shortcut, description, side = 'top', children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild onFocus={(event) => !event.currentTarget.matches(':focus-visible') && event.preventDefault()}>
        {children}
      </Tooltip.Trigger>
      {/* Not in a portal: in fullscreen only the player's own elements are visible. */}
      <Tooltip.Content className="tip" side={side} sideOffset={10} collisionPadding={8} aria-label={description ?? label}>
        {label}
        {shortcut !== undefined && <kbd>{shortcut}</kbd>}
      </Tooltip.Content>
    </Tooltip.Root>
  );
}
