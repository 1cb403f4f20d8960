import './text-field.css';
import { type ComponentProps, type ReactNode, useId } from 'react';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size'> {
  /** Without it, `aria-label` names the field. */
  label?: string;
  description?: string | undefined;
  /** What is wrong with the value. */
  error?: string | false;
  size?: 'small' | 'medium' | 'large';
  /** A button inside the field. */
  end?: ReactNode;
}

/** A text field with its label, a description and an error. */
export function TextField({
  label,
  description,
  error = false,
  size = 'medium',
  end,
  'aria-describedby': describedBy,
  ...input
}: TextFieldProps) {
  const id = useId();
  const invalid = error !== false && error !== '';
  const descriptions = [
    describedBy,
    description === undefined ? undefined : `${id}-description`,
    invalid ? `${id}-error` : undefined,
  ].filter((each) => each !== undefined);
  return (
    <div className="text-field" data-size={size}>
      {label !== undefined && <label htmlFor={id}>{label}</label>}
      {description !== undefined && (
        <p className="text-field-description" id={`${id}-description`}>
          {description}
        </p>
      )}
      <div className="text-field-box">
        <input
          type="text"
          {...input}
          id={id}
          aria-invalid={invalid || undefined}
          aria-describedby={descriptions.length === 0 ? undefined : descriptions.join(' ')}
        />
        {end}
      </div>
      {invalid && (
        <p className="text-field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  description?: string;
}

/** A field for several lines of text, with its label and a description. */
export function TextArea({ label, description, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="text-field">
      <label htmlFor={id}>{label}</label>
      {description !== undefined && (
        <p className="text-field-description" id={`${id}-description`}>
          {description}
        </p>
      )}
      <textarea {...area} id={id} aria-describedby={description === undefined ? undefined : `${id}-description`} />
    </div>
  );
}
