import { z } from 'zod';

export const roleSchema = z
  .enum(['user', 'admin'])
  .meta({ id: 'Role', description: 'What a person may do. An `admin` sees every deck and manages people and invites.' });
export type Role = z.infer<typeof roleSchema>;

/** A person as others see them: beside a deck, a note, a drawing. */
export const personSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the person.' }),
    name: z.string().meta({ description: 'The name of the person as it is now.' }),
  })
  .meta({ id: 'Person', description: 'A person as other people see them.' });
export type Person = z.infer<typeof personSchema>;
