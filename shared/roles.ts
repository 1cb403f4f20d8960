import { z } from 'zod';

export const roleSchema = z.enum(['user', 'admin']).meta({ id: 'Role' });
export type Role = z.infer<typeof roleSchema>;

/** A person as others see them: beside a deck, a note, a drawing. */
export const personSchema = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Person' });
export type Person = z.infer<typeof personSchema>;
