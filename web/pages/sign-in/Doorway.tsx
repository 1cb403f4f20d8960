import './doorway.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '#web/ui/Mark.tsx';

interface DoorwayProps {
  title: string;
  lead?: string;
  children?: ReactNode;
}

/** What somebody sees before they are in: a dark stage with its light on, and the way in beside it. */
export function Doorway({ title, lead, children }: DoorwayProps) {
  const { t } = useTranslation();
  return (
    <div className="doorway">
      <div className="doorway-stage" aria-hidden="true">
        <Mark size={88} />
      </div>
      <main className="doorway-way-in">
        <p className="doorway-name">
          <Mark size={22} />
          {t('shell.name')}
        </p>
        <h1>{title}</h1>
        {lead !== undefined && <p className="doorway-lead">{lead}</p>}
        {children}
      </main>
    </div>
  );
}
