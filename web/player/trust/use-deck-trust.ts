import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeckSettingsChange, DeckTrust } from '#shared/playback.ts';
import { answerTrust, settleForAll } from './answer-trust.ts';
import { askedHosts } from './asked-hosts.ts';
import { askLater, hostsForLater } from './hosts-later.ts';

export type TrustAnswer = Partial<Pick<DeckTrust, 'hosts'> & { capabilities: DeckTrust['requires'] }>;

/** A deck's permissions, what was blocked, and functions to change them. */
export interface TrustControls {
  trust: DeckTrust;
  /** Hosts blocked since the deck was loaded. */
  blocked: readonly string[];
  /** Records a host that the deck reports as blocked. */
  reportBlocked: (host: string) => void;
  answer: (answer: TrustAnswer) => void;
  /** Decides for everyone who opens the deck. Only editors of the deck may. */
  settle: (change: Omit<DeckSettingsChange, 'id'>) => void;
  /** Stops asking about the hosts that are blocked now. */
  notNow: () => void;
  /** Whether to ask about hosts now. */
  asksForHosts: boolean;
  saving: boolean;
  fault: Error | null;
}

/** @param baseUrl the deck's playback address; a new address restarts the deck and clears its blocked hosts */
export function useDeckTrust(deckId: string, trust: DeckTrust, baseUrl: string): TrustControls {
  const [reports, setReports] = useState<{ at: string; hosts: readonly string[] }>({ at: baseUrl, hosts: [] });
  const [later, setLater] = useState(() => hostsForLater(deckId));
  const answering = useMutation({ mutationFn: answerTrust });
  const settling = useMutation({ mutationFn: settleForAll });
  const reported = reports.at === baseUrl ? reports.hosts : [];
  const blocked = askedHosts(reported, trust, [location.host, new URL(baseUrl).host]);
  // What is settled for everyone is not asked of viewers.
  const mayAnswer = !trust.isSettled || trust.maySettle;

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
    answer: (answer) => answering.mutate({ id: deckId, ...answer }),
    settle: (change) => settling.mutate({ id: deckId, ...change }),
    notNow: () => {
      askLater(deckId, blocked);
      setLater((before) => [...before, ...blocked]);
    },
    asksForHosts: mayAnswer && blocked.some((host) => !later.includes(host)),
    saving: answering.isPending || settling.isPending,
    fault: answering.error ?? settling.error,
  };
}

const REPORTS_MAX = 100;
