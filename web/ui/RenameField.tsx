import './rename-field.css';
import { useState } from 'react';

interface RenameFieldProps {
  name: string;
  label: string;
  maxLength: number;
  /** Hears of a name that is another one. */
  onRename: (name: string) => void;
  onDone: () => void;
}

/** Renames in place: Enter or leaving it keeps the new name, Escape the old one. */
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
        // The field stands where the person has just asked for it.
        ref={(field) => field?.focus()}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
    </form>
  );
}
