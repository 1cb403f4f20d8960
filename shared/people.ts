import { z } from 'zod';
import { EMAIL_MAX } from './limits.ts';

export const roleSchema = z
  .enum(['user', 'admin'])
  .meta({ id: 'Role', description: 'What a person may do. An `admin` sees every deck and manages people and invites.' });
export type Role = z.infer<typeof roleSchema>;

export const personSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the person.' }),
    name: z.string().meta({ description: 'The current name of the person.' }),
  })
  .meta({ id: 'Person', description: 'A person as other people see them.' });
export type Person = z.infer<typeof personSchema>;

/** Addresses are compared, stored and shown in lower case. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_MAX)
  .pipe(z.email())
  .meta({
    override: { type: 'string', format: 'email', maxLength: EMAIL_MAX },
  });
