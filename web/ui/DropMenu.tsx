import './drop-menu.css';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { placeBeside } from './place-beside.ts';

interface DropMenuProps {
  /** Accessible name of the button and the menu. */
  label: string;
  className: string;
  icon: ReactNode;
  children: ReactNode;
}

/** A button with a menu. The menu is a popover, which covers everything and closes itself. */
export function DropMenu({ label, className, icon, children }: DropMenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!open || menu.current === null || button.current === null) return;
    placeBeside(menu.current, button.current);
    itemsOf(menu.current)[0]?.focus();
  }, [open]);

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
      >
        {icon}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="drop-menu"
        onKeyDown={moveAmongItems}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {/* Rendered only while open, because a page has one menu per card. */}
        {open && children}
      </div>
    </>
  );
}

function moveAmongItems(event: KeyboardEvent<HTMLDivElement>): void {
  const menu = event.currentTarget;
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === 'Tab') menu.hidePopover();
  if (target === undefined) return;
  event.preventDefault();
  items.at(target % items.length)?.focus();
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}
