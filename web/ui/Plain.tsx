import './plain.css';
import type { ReactNode } from 'react';

interface PlainProps {
  title: string;
  children?: ReactNode;
  /** A button or link with the next step. */
  action?: ReactNode;
  tone?: 'page' | 'stage';
}

/** A page or section with a single message: empty, gone, failed. */
export function Plain({ title, children, action, tone = 'page' }: PlainProps) {
  return (
    <div className="plain" data-tone={tone}>
      <h1>{title}</h1>
      {children}
      {action !== undefined && <div className="plain-action">{action}</div>}
    </div>
  );
}
