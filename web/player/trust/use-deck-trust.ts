import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeckTrust } from '#shared/playback.ts';
import { answerTrust } from './answer-trust.ts';
import { askedHosts } from './asked-hosts.ts';

export type TrustAnswer = Partial<Pick<DeckTrust, 'hosts'> & { capabilities: DeckTrust['requires'] }>;

/** A deck's permissions, what was blocked, and functions to change them. */
export interface TrustControls {
  trust: DeckTrust;
  /** Hosts blocked since the deck was loaded. */
  blocked: readonly string[];
  /** Records a host that the deck reports as blocked. */
  reportBlocked: (host: string) => void;
  answer: (answer: TrustAnswer) => void;
  /** Stops asking about hosts until the deck is opened again. */
  notNow: () => void;
  /** Whether to ask about hosts now. */
  asksForHosts: boolean;
  saving: boolean;
  fault: Error | null;
}

/** @param baseUrl the deck's playback address; a new address restarts the deck and clears its blocked hosts */
export function useDeckTrust(deckId: string, trust: DeckTrust, baseUrl: string): TrustControls {
  const [reports, setReports] = useState<{ at: string; hosts: readonly string[] }>({ at: baseUrl, hosts: [] });
  const [later, setLater] = useState(false);
  const { mutate, isPending, error } = useMutation({ mutationFn: answerTrust });
  const reported = reports.at === baseUrl ? reports.hosts : [];
  const blocked = askedHosts(reported, trust, [location.host, new URL(baseUrl).host]);

  return {
    trust,
    blocked,
    reportBlocked: (host) => {
      // Deck code can report any number of hosts; more than this would not be shown.
      setReports(({ at, hosts }) => {
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
