import { z } from 'zod';
import { AUDIT_KINDS } from './audit-kinds.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { personSchema } from './people.ts';
import { timestampSchema } from './time.ts';

const auditKindSchema = z
  .enum(AUDIT_KINDS)
  .meta({ id: 'AuditKind', description: 'What kind of event it is. More may be added.' });

export const auditEventSchema = z
  .object({
    id: z.string().meta({ description: 'The id of the event.' }),
    at: timestampSchema.meta({ description: 'When it happened.' }),
    kind: auditKindSchema.meta({ description: 'What kind of event it is.' }),
    actor: personSchema
      .nullable()
      .meta({ description: 'Who did it, with their name at that time. Null: someone who was not signed in.' }),
    address: z.string().nullable().meta({ description: "The client's IP address. Null: the server acted without a request." }),
    requestId: z.string().nullable().meta({ description: 'As in `X-Request-Id` and in the log of the server.' }),
    details: z
      .record(z.string(), z.unknown())
      .meta({ id: 'AuditDetails', description: 'Details of the event. The members depend on the kind.' }),
  })
  .meta({ id: 'AuditEvent', description: 'An event about an account, permissions or a deck.' });
export type AuditEvent = z.infer<typeof auditEventSchema>;

export const auditListQuery = z.object({
  ...pageQuery,
  kind: auditKindSchema.optional().meta({ description: 'Only events of this kind.' }),
});
export const auditListSchema = pageOf(auditEventSchema, 'AuditPage', 'One page of events.');
