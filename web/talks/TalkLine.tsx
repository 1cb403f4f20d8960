import type { ReactNode } from 'react';

interface TalkLineProps {
  words: ReactNode;
  /** What can be done about it. */
  children?: ReactNode;
  /** Comes and goes with the player's other controls. */
  quiet?: boolean;
  tone?: 'plain' | 'light' | 'fault';
}

/** One thing to say about talks, over the stage. */
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
  /** The one thing that matters here. */
  main?: boolean;
}

export function TalkAct({ onAct, children, label, main = false }: TalkActProps) {
  return (
    <button type="button" className="talk-act" data-main={main} aria-label={label} onClick={onAct}>
      {children}
    </button>
  );
}
