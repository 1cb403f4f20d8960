import { CAPABILITIES } from 'deck-format';
import { z } from 'zod';
import { DECK_HOSTS_MAX, DECK_HOSTS_MAX_CHARACTERS, isDeckHost } from './deck-hosts.ts';
import { idSchema } from './ids.ts';
import { timestampSchema } from './time.ts';

export const playbackOpenSchema = z.object({
  id: idSchema.meta({ description: 'The id of the deck.' }),
  versionId: idSchema.optional().meta({ description: 'The version to play. Default: the current version.' }),
});
export const playbackSchema = z
  .object({
    baseUrl: z.url().meta({ description: 'The address below which the files of the package are found. It ends with a slash.' }),
    expiresAt: timestampSchema.meta({ description: 'When the address stops working. Asking again extends it.' }),
  })
  .meta({ id: 'Playback', description: 'An address at which one person may play one version of a deck for a while.' });
export type Playback = z.infer<typeof playbackSchema>;

/** What decks may load from other hosts: what the viewer allows, all that is encrypted, nothing. */
export const DECK_NETWORKS = ['ask', 'allow', 'block'] as const;
export type DeckNetwork = (typeof DECK_NETWORKS)[number];

const hostsSchema = z
  .array(
    z.string().max(DECK_HOSTS_MAX_CHARACTERS).refine(isDeckHost, 'must be a host name in lower case, with or without a port'),
  )
  .max(DECK_HOSTS_MAX)
  .refine(
    (hosts) => hosts.join('').length <= DECK_HOSTS_MAX_CHARACTERS,
    `must have at most ${DECK_HOSTS_MAX_CHARACTERS} characters in all`,
  )
  .transform((hosts) => [...new Set(hosts)].toSorted());

const capabilitiesSchema = z.array(z.enum(CAPABILITIES)).max(CAPABILITIES.length);

/** What somebody trusts a deck with, and what follows for its frame. */
export const deckTrustSchema = z.object({
  network: z.enum(DECK_NETWORKS),
  /** Hosts that the viewer has allowed; they count where `network` is `ask`. */
  hosts: z.array(z.string()),
  /** What the deck asks for, as far as this server can give it. */
  requires: capabilitiesSchema,
  /** What of it the viewer has granted; null: they have not been asked. */
  granted: capabilitiesSchema.nullable(),
  /** Whether decks that are granted an origin have the same one, and thereby one storage. */
  sharedOrigin: z.boolean(),
  /** Tokens of the `sandbox` attribute of the deck's frame. */
  sandbox: z.array(z.string()),
});
export type DeckTrust = z.infer<typeof deckTrustSchema>;

/** The viewer's answer: what is given takes the place of what was said before. */
export const deckTrustAnswerSchema = playbackOpenSchema.extend({
  hosts: hostsSchema.optional(),
  capabilities: capabilitiesSchema.optional(),
});
export type DeckTrustAnswer = z.infer<typeof deckTrustAnswerSchema>;
