import { CAPABILITIES } from 'deck-format';
import { z } from 'zod';
import { DECK_HOSTS_MAX, DECK_HOSTS_MAX_CHARACTERS, isDeckHost } from './deck-hosts.ts';
import { idSchema } from './ids.ts';
import { SLIDE_SELECTOR_MAX } from './limits.ts';
import { lineSchema } from './text.ts';
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

/**
 * What decks may load from other hosts. `ask`: what the viewer allows. `allow`: everything that is encrypted. `block`: nothing.
 */
export const DECK_NETWORKS = ['ask', 'allow', 'block'] as const;
export type DeckNetwork = (typeof DECK_NETWORKS)[number];

const hostsSchema = z
  .array(
    z
      .string()
      .max(DECK_HOSTS_MAX_CHARACTERS)
      .refine(isDeckHost, 'This field must be a host name in lower case, with or without a port.'),
  )
  .max(DECK_HOSTS_MAX)
  .refine(
    (hosts) => hosts.join('').length <= DECK_HOSTS_MAX_CHARACTERS,
    `This list must have at most ${DECK_HOSTS_MAX_CHARACTERS} characters in total.`,
  )
  .transform((hosts) => [...new Set(hosts)].toSorted());

const capabilitiesSchema = z.array(z.enum(CAPABILITIES)).max(CAPABILITIES.length);

/** What a viewer allows a deck to do, and the sandbox of its frame that results. */
export const deckTrustSchema = z.object({
  network: z.enum(DECK_NETWORKS),
  /** Hosts that are allowed, for everyone if `isSettled`, otherwise by the viewer. They are only used if `network` is `ask`. */
  hosts: z.array(z.string()),
  /** Whether an editor of the deck has decided about hosts for everyone. */
  isSettled: z.boolean(),
  /** Whether the viewer may decide for everyone. */
  maySettle: z.boolean(),
  /** CSS selector of the slides inside the deck's documents, as an editor has chosen it. Null: the player finds them itself. */
  slideSelector: z.string().nullable(),
  /** The capabilities that the deck requires and that this server can grant. */
  requires: capabilitiesSchema,
  /** The capabilities that the viewer has granted. Null if the viewer has not been asked. */
  granted: capabilitiesSchema.nullable(),
  /** Whether all decks with an origin have the same one, and therefore share their storage. */
  sharedOrigin: z.boolean(),
  /** Tokens of the `sandbox` attribute of the deck's frame. */
  sandbox: z.array(z.string()),
});
export type DeckTrust = z.infer<typeof deckTrustSchema>;

/** The viewer's answer. Fields that are left out keep their values. */
export const deckTrustAnswerSchema = playbackOpenSchema.extend({
  hosts: hostsSchema.optional(),
  capabilities: capabilitiesSchema.optional(),
});
export type DeckTrustAnswer = z.infer<typeof deckTrustAnswerSchema>;

/** What an editor of the deck decides for everyone. Fields that are left out keep their values. */
export const deckSettingsChangeSchema = playbackOpenSchema.extend({
  /** Null: each viewer decides. */
  hosts: hostsSchema.nullable().optional(),
  /** Null: the player finds the slides itself. */
  slideSelector: lineSchema(SLIDE_SELECTOR_MAX).nullable().optional(),
});
export type DeckSettingsChange = z.infer<typeof deckSettingsChangeSchema>;
