/** The reactions that people who follow a talk can send. By itself, so that the page of visitors loads no schemas. */
export const REACTION_NAMES = ['like', 'love', 'clap', 'laugh', 'wow'] as const;
