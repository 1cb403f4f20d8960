import { z } from 'zod';

/** The languages of the messages that the server sends: those of the web application. */
export const MAIL_LANGUAGES = ['en', 'de'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

export const mailLanguageSchema = z.enum(MAIL_LANGUAGES).default('en').meta({ description: 'The language of the message.' });
