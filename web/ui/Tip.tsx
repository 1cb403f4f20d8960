import './tip.css';
import { Tooltip } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { closeTip, closeTipSoon, keepTip } from './close-tip.ts';

/** A short delay before the first tooltip; while the pointer moves between neighbours the next one opens at once. */
const FIRST_MS = 450;
const NEIGHBOURS_MS = 400;

/** Required around all `Tip`s. */
export function Tips({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={FIRST_MS} skipDelayDuration={NEIGHBOURS_MS}>
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

/**
 * Shows the name of a button and its key, when the pointer rests on the button or the focus reaches it by keyboard. The pointer can move
 * to the tooltip; a click on it and Escape close it.
 */
export function Tip({ label, shortcut, description, side = 'top', children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        asChild
        onPointerMove={keepTip}
        onPointerLeave={closeTipSoon}
        onFocus={(event) => !event.currentTarget.matches(':focus-visible') && event.preventDefault()}
      >
        {children}
      </Tooltip.Trigger>
      {/* Not in a portal: in fullscreen only the player's own elements are visible. */}
      <Tooltip.Content
        className="tip"
        side={side}
        sideOffset={10}
        collisionPadding={8}
        aria-label={description ?? label}
        onPointerMove={keepTip}
        onPointerLeave={closeTipSoon}
        onPointerDown={closeTip}
      >
        {label}
        {shortcut !== undefined && <kbd>{shortcut}</kbd>}
      </Tooltip.Content>
    </Tooltip.Root>
  );
}
