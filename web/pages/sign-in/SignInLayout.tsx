import './sign-in-layout.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '#web/ui/Mark.tsx';

interface SignInLayoutProps {
  title: string;
  lead?: string;
  children?: ReactNode;
}

/** The layout of pages before sign-in: an illustration and a panel with the form. */
export function SignInLayout({ title, lead, children }: SignInLayoutProps) {
  const { t } = useTranslation();
  return (
    <div className="sign-in-layout">
      <div className="sign-in-stage" aria-hidden="true">
        <Mark size={88} />
      </div>
      <main className="sign-in-panel">
        <p className="sign-in-name">
          <Mark size={22} />
          {t('shell.name')}
        </p>
        <h1>{title}</h1>
        {lead !== undefined && <p className="sign-in-lead">{lead}</p>}
        {children}
      </main>
    </div>
  );
}
