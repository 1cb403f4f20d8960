import '#web/stage/stage-page.css';
import type { ReactNode } from 'react';
import { Plain } from '#web/ui/Plain.tsx';

type StageMessageProps = { waiting: string } | { title: string; children: ReactNode; action: ReactNode };

/** A message on the stage while a deck loads or if it cannot be shown. */
export function StageMessage(props: StageMessageProps) {
  return (
    <main className="player player-message">
      {'waiting' in props ? (
        <p role="status" className="player-waiting">
          {props.waiting}
        </p>
      ) : (
        <Plain tone="stage" title={props.title} action={props.action}>
          <p>{props.children}</p>
        </Plain>
      )}
    </main>
  );
}
