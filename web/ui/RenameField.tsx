import './rename-field.css';
import { useState } from 'react';

interface RenameFieldProps {
  name: string;
  label: string;
  maxLength: number;
  /** Called only if the name has changed. */
  onRename: (name: string) => void;
  onDone: () => void;
}

/** Renames in place: Enter or leaving the field saves, Escape cancels. */
export function RenameField({ name, label, maxLength, onRename, onDone }: RenameFieldProps) {
  const [typed, setTyped] = useState(name);

  const keep = () => {
    const wanted = typed.trim();
    if (wanted !== '' && wanted !== name) onRename(wanted);
    onDone();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <input
        className="rename-field"
        dir="auto"
        aria-label={label}
        maxLength={maxLength}
        value={typed}
        // The user has just opened the field, so it takes the focus.
        ref={(field) => field?.focus()}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
    </form>
  );
}
