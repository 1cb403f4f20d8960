/** A part of a text; `match`: it is marked. */
export interface TextPiece {
  readonly text: string;
  readonly match: boolean;
}

/** A text in which what was searched is marked. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  let start = 0;
  return pieces.map(({ text, match }) => {
    const key = start;
    start += text.length;
    return match ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  });
}
