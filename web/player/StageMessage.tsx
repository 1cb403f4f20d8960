import './player.css';
import type { ReactNode } from 'react';
import { Plain } from '#web/ui/Plain.tsx';

type StageMessageProps = { waiting: string } | { title: string; children: ReactNode; action: ReactNode };

/** The dark stage before, or instead of, a deck. */
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
