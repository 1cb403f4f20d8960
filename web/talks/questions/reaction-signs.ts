import type { Reaction } from '#shared/questions.ts';

export const REACTION_SIGNS: Readonly<Record<Reaction, string>> = { like: '👍', love: '❤️', clap: '👏', laugh: '😂', wow: '🎉' };
