import { useState } from 'react';
import { ownUser } from '#web/lib/session.ts';

/**
 * The question that the user has begun to ask in a talk and not sent. This tab keeps it when its field disappears, because the presenter
 * takes no questions now, the connection is lost or the page is loaded again.
 *
 * @returns the text and how to change it
 */
export function useQuestionDraft(talkId: string): readonly [string, (text: string) => void] {
  const key = `lectern.question.${ownUser().id}.${talkId}`;
  const [text, setText] = useState(() => read(key));
  const change = (next: string): void => {
    setText(next);
    write(key, next);
  };
  return [text, change];
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Without storage it is kept while the field is there.
  }
}
