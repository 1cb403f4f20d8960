import { IconCheck } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';

interface MenuItemProps {
  icon: ReactNode;
  children: ReactNode;
  onChoose: () => void;
  destroys?: boolean;
}

export function MenuItem({ icon, children, onChoose, destroys = false }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="menu-item"
      data-destroys={destroys}
      onClick={(event) => {
        closeMenuOf(event);
        onChoose();
      }}
    >
      {icon}
      {children}
    </button>
  );
}

export function MenuLink({ icon, children, href }: { icon: ReactNode; children: ReactNode; href: string }) {
  return (
    <a role="menuitem" tabIndex={-1} className="menu-item" href={href} download onClick={closeMenuOf}>
      {icon}
      {children}
    </a>
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
    <div role="group" aria-label={label}>
      <p className="menu-label" aria-hidden="true">
        {label}
      </p>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={option.value === value}
          lang={option.lang}
          className="menu-item"
          onClick={() => onChoose(option.value)}
        >
          <IconCheck size={16} aria-hidden />
          {option.label}
        </button>
      ))}
    </div>
  );
}

export function MenuLine() {
  return <hr className="menu-line" />;
}

function closeMenuOf({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}
