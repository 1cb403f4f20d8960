import './plain.css';
import type { ReactNode } from 'react';

interface PlainProps {
  title: string;
  children?: ReactNode;
  /** A button or link with the next step. */
  action?: ReactNode;
  tone?: 'page' | 'stage';
  /** Whether it is in a page with a title of its own. Otherwise it is the page. */
  inPage?: boolean;
}

/** A page or section with a single message: empty, gone, failed. */
export function Plain({ title, children, action, tone = 'page', inPage = false }: PlainProps) {
  const Title = inPage ? 'h2' : 'h1';
  return (
    <div className="plain" data-tone={tone}>
      <Title className="plain-title">{title}</Title>
      {children}
      {action !== undefined && <div className="plain-action">{action}</div>}
    </div>
  );
}
