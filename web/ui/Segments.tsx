import './segments.css';
import { type ReactNode, useId } from 'react';

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  /** Whether the chosen option has the focus when its dialog opens. */
  startsFocused?: boolean;
  onChange: (value: Value) => void;
}

/** A segmented control made of radio buttons, so that arrow keys and screen readers work. */
export function Segments<Value extends string>({ label, value, options, startsFocused = false, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            data-autofocus={startsFocused && option.value === value ? true : undefined}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Segments as a field of a form, with a visible label. `children` below it explain the chosen value. */
export function Choice<Value extends string>({ children, ...segments }: SegmentsProps<Value> & { children?: ReactNode }) {
  return (
    <div className="choice">
      {/* Screen readers announce the legend. */}
      <p aria-hidden="true">{segments.label}</p>
      <Segments {...segments} />
      {children}
    </div>
  );
}
