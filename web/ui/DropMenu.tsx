import './drop-menu.css';
import { IconCheck } from '@tabler/icons-react';
import { DropdownMenu } from 'radix-ui';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';

/**
 * Sets the action of the chosen item. It runs when the menu is closed and its button has the focus, so that a dialog returns the focus to
 * the button.
 */
const Choose = createContext<(action: () => void) => void>(() => undefined);

interface DropMenuProps {
  /** Accessible name of the button and the menu. */
  label: string;
  className: string;
  icon: ReactNode;
  /** Null while the items are loaded: the menu opens when they are there. */
  children: ReactNode;
  /** Called when the menu may be opened soon, to load its items. */
  onPrepare?: () => void;
}

/** A button with a menu. */
export function DropMenu({ label, className, icon, children, onPrepare }: DropMenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useRef<() => void>(undefined);
  const choose = useCallback((action: () => void) => {
    chosen.current = action;
  }, []);
  return (
    <DropdownMenu.Root modal={false} open={open && children !== null} onOpenChange={setOpen}>
      <DropdownMenu.Trigger
        ref={button}
        className={className}
        aria-label={label}
        onPointerEnter={onPrepare}
        onFocus={onPrepare}
        onPointerDown={onPrepare}
      >
        {icon}
      </DropdownMenu.Trigger>
      {/* Not in a portal: the player has its own colors, and in fullscreen only its own elements are visible. */}
      <DropdownMenu.Content
        className="drop-menu"
        align="end"
        sideOffset={4}
        collisionPadding={8}
        loop
        onCloseAutoFocus={(event) => {
          const action = chosen.current;
          if (action === undefined) return;
          event.preventDefault();
          chosen.current = undefined;
          button.current?.focus();
          action();
        }}
      >
        <Choose value={choose}>{children}</Choose>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

interface MenuItemProps {
  icon: ReactNode;
  children: ReactNode;
  onChoose: () => void;
  destroys?: boolean;
}

export function MenuItem({ icon, children, onChoose, destroys = false }: MenuItemProps) {
  const choose = use(Choose);
  return (
    <DropdownMenu.Item className="menu-item" data-destroys={destroys} onSelect={() => choose(onChoose)}>
      {icon}
      {children}
    </DropdownMenu.Item>
  );
}

export function MenuLink({ icon, children, href }: { icon: ReactNode; children: ReactNode; href: string }) {
  return (
    <DropdownMenu.Item className="menu-item" asChild>
      <a href={href} download>
        {icon}
        {children}
      </a>
    </DropdownMenu.Item>
  );
}

interface MenuChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; lang?: string }[];
  onChoose: (value: Value) => void;
}

/** A choice between options. The menu stays open, so that the effect is visible and can be changed back. */
export function MenuChoice<Value extends string>({ label, value, options, onChoose }: MenuChoiceProps<Value>) {
  return (
    <MenuGroup label={label} value={value}>
      {options.map((option) => (
        <MenuOption key={option.value} value={option.value} lang={option.lang} onChoose={() => onChoose(option.value)}>
          {option.label}
        </MenuOption>
      ))}
    </MenuGroup>
  );
}

/** The options of one choice, of which `value` is chosen. */
export function MenuGroup({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <DropdownMenu.RadioGroup value={value} aria-label={label}>
      <DropdownMenu.Label className="menu-label" aria-hidden="true">
        {label}
      </DropdownMenu.Label>
      {children}
    </DropdownMenu.RadioGroup>
  );
}

interface MenuOptionProps {
  value: string;
  /** The accessible name, if it differs from the content. */
  label?: string;
  lang?: string | undefined;
  children: ReactNode;
  onChoose: () => void;
}

export function MenuOption({ value, label, lang, children, onChoose }: MenuOptionProps) {
  return (
    <DropdownMenu.RadioItem
      className="menu-item"
      value={value}
      aria-label={label}
      lang={lang}
      onSelect={(event) => {
        event.preventDefault(); // keeps the menu open
        onChoose();
      }}
    >
      <IconCheck size={16} aria-hidden />
      {children}
    </DropdownMenu.RadioItem>
  );
}

interface MenuCheckProps {
  checked: boolean;
  children: ReactNode;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off. The menu stays open, so that the effect is visible. */
export function MenuCheck({ checked, children, onChange }: MenuCheckProps) {
  return (
    <DropdownMenu.CheckboxItem
      className="menu-item"
      checked={checked}
      onSelect={(event) => {
        event.preventDefault(); // keeps the menu open
        onChange(!checked);
      }}
    >
      <IconCheck size={16} aria-hidden />
      {children}
    </DropdownMenu.CheckboxItem>
  );
}

export function MenuLine() {
  return <DropdownMenu.Separator className="menu-line" />;
}
