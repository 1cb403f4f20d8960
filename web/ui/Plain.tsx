import './plain.css';
import type { ReactNode } from 'react';

interface PlainProps {
  title: string;
  children?: ReactNode;
  /** What to do now: a button or a link. */
  action?: ReactNode;
  tone?: 'house' | 'stage';
}

/** A page or a place that has one thing to say: empty, gone, failed. */
export function Plain({ title, children, action, tone = 'house' }: PlainProps) {
  return (
    <div className="plain" data-tone={tone}>
      <h1>{title}</h1>
      {children}
      {action !== undefined && <div className="plain-action">{action}</div>}
    </div>
  );
}
