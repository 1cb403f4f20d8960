import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeckTrust } from '#shared/playback.ts';
import { answerTrust } from './answer-trust.ts';
import { askedHosts } from './asked-hosts.ts';

export type TrustAnswer = Partial<Pick<DeckTrust, 'hosts'> & { capabilities: DeckTrust['requires'] }>;

/** What a deck may do, what it was kept from, and the ways to say otherwise. */
export interface TrustTalk {
  trust: DeckTrust;
  /** Hosts that the deck was kept from since it was loaded. */
  blocked: readonly string[];
  /** The deck says that it was kept from loading from this host. */
  hear: (host: string) => void;
  answer: (answer: TrustAnswer) => void;
  /** Nothing more about hosts, until the deck is opened again. */
  notNow: () => void;
  /** Whether to ask about hosts of its own accord. */
  asksForHosts: boolean;
  saving: boolean;
  fault: Error | null;
}

/** @param baseUrl the deck's address: under another one it starts anew, and so does what it was kept from */
export function useDeckTrust(deckId: string, trust: DeckTrust, baseUrl: string): TrustTalk {
  const [heard, setHeard] = useState<{ at: string; hosts: readonly string[] }>({ at: baseUrl, hosts: [] });
  const [later, setLater] = useState(false);
  const { mutate, isPending, error } = useMutation({ mutationFn: answerTrust });
  const reported = heard.at === baseUrl ? heard.hosts : [];
  const blocked = askedHosts(reported, trust, [location.host, new URL(baseUrl).host]);

  return {
    trust,
    blocked,
    hear: (host) => {
      // A deck may report what it likes, as often as it likes: more than this changes nothing that is shown.
      setHeard(({ at, hosts }) => {
        const known = at === baseUrl ? hosts : [];
        return known.includes(host) || known.length >= REPORTS_MAX ? { at, hosts } : { at: baseUrl, hosts: [...known, host] };
      });
    },
    answer: (answer) => mutate({ id: deckId, ...answer }),
    notNow: () => setLater(true),
    asksForHosts: blocked.length > 0 && !later,
    saving: isPending,
    fault: error,
  };
}

const REPORTS_MAX = 100;
