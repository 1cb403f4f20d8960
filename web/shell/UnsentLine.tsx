import { sendInk } from '#web/ink/send-ink.ts';
import { sendNote } from '#web/notes/note-sending.ts';
import { provideSender } from '#web/outbox/senders.ts';

// Pages without a deck send what other pages have left.
provideSender.ink(sendInk);
provideSender.note(sendNote);

export { OutboxLine as UnsentLine } from '#web/outbox/OutboxLine.tsx';
