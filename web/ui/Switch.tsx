import './switch.css';
import { useId } from 'react';

interface SwitchProps {
  label: string;
  description?: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}

/** A switch that acts at once. */
export function Switch({ label, description, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        aria-describedby={description === undefined ? undefined : id}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
      {description !== undefined && (
        <span id={id} className="switch-description">
          {description}
        </span>
      )}
    </label>
  );
}
