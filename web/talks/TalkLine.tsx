import type { ReactNode } from 'react';

interface TalkLineProps {
  words: ReactNode;
  /** Buttons. */
  children?: ReactNode;
  /** Shown and hidden with the player's controls. */
  quiet?: boolean;
  tone?: 'plain' | 'light' | 'fault';
}

/** One message about a talk above the stage. */
export function TalkLine({ words, children, quiet = false, tone = 'plain' }: TalkLineProps) {
  return (
    <div className="talk-line" data-quiet={quiet} data-tone={tone}>
      <p role="status">{words}</p>
      {children}
    </div>
  );
}

interface TalkActProps {
  onAct: () => void;
  children: ReactNode;
  label?: string;
  /** The primary action of the line. */
  main?: boolean;
}

export function TalkAct({ onAct, children, label, main = false }: TalkActProps) {
  return (
    <button type="button" className="talk-act" data-main={main} aria-label={label} onClick={onAct}>
      {children}
    </button>
  );
}
