import './trust.css';
import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { areFew } from './asked-hosts.ts';
import { warnings, wishWords } from './capability-words.ts';
import type { TrustTalk } from './use-deck-trust.ts';

/** What the viewer has allowed this deck, and the way to take it back. */
export function TrustDialog({ talk, onClose }: { talk: TrustTalk; onClose: () => void }) {
  const { t } = useTranslation();
  const { network, hosts, requires } = talk.trust;
  const shownHosts = network === 'ask' ? hosts : [];
  const nothing = network === 'ask' && shownHosts.length + talk.blocked.length + requires.length === 0;
  return (
    <Dialog title={t('trust.title')} closeLabel={t('shell.close')} onClose={onClose}>
      <p className="trust-lead">{t(nothing ? 'trust.nothing' : 'trust.lead')}</p>
      {network !== 'ask' && <p className="trust-lead">{t(network === 'allow' ? 'trust.networkAllow' : 'trust.networkBlock')}</p>}
      <AllowedHosts talk={talk} hosts={shownHosts} />
      <BlockedHosts talk={talk} />
      <Capabilities talk={talk} />
      {talk.fault !== null && (
        <p role="alert" className="trust-fault">
          {faultWords(talk.fault, t)}
        </p>
      )}
    </Dialog>
  );
}

function AllowedHosts({ talk, hosts }: { talk: TrustTalk; hosts: readonly string[] }) {
  const { t } = useTranslation();
  const without = (host: string) => hosts.filter((other) => other !== host);
  return (
    <Rows title={t('trust.mayLoad')} of={hosts}>
      {(host) => <Answer talk={talk} what={host} allowed onAnswer={() => talk.answer({ hosts: without(host) })} />}
    </Rows>
  );
}

function BlockedHosts({ talk }: { talk: TrustTalk }) {
  const { t } = useTranslation();
  const more = (host: string) => [...talk.trust.hosts, host];
  return (
    <Rows title={t('trust.blocked')} of={talk.blocked}>
      {(host) =>
        areFew(more(host)) ? (
          <Answer talk={talk} what={host} allowed={false} onAnswer={() => talk.answer({ hosts: more(host) })} />
        ) : (
          <span className="trust-more">{t('trust.tooMany')}</span>
        )
      }
    </Rows>
  );
}

function Capabilities({ talk }: { talk: TrustTalk }) {
  const { t } = useTranslation();
  const { requires, granted } = talk.trust;
  const grantedNow = granted ?? [];
  return (
    <Rows
      title={t('trust.may')}
      of={requires}
      named={(capability) => [wishWords(capability, t), ...warnings([capability], talk.trust, t)]}
    >
      {(capability) => {
        const allowed = grantedNow.includes(capability);
        const capabilities = allowed ? grantedNow.filter((other) => other !== capability) : [...grantedNow, capability];
        return (
          <Answer talk={talk} what={wishWords(capability, t)} allowed={allowed} onAnswer={() => talk.answer({ capabilities })} />
        );
      }}
    </Rows>
  );
}

interface RowsProps<Item extends string> {
  title: string;
  of: readonly Item[];
  /** The words for one, and what to know of it; its own text when there are none. */
  named?: (item: Item) => readonly string[];
  children: (item: Item) => ReactNode;
}

function Rows<Item extends string>({ title, of: items, named, children }: RowsProps<Item>) {
  const titleId = useId();
  if (items.length === 0) return null;
  return (
    <>
      <h3 id={titleId} className="trust-title">
        {title}
      </h3>
      <ul className="trust-rows" aria-labelledby={titleId}>
        {items.map((item) => {
          const [words, ...more] = named?.(item) ?? [item];
          return (
            <li key={item}>
              <div className="trust-words">
                <p>{words}</p>
                {more.map((sentence) => (
                  <p key={sentence} className="trust-more">
                    {sentence}
                  </p>
                ))}
              </div>
              {children(item)}
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface AnswerProps {
  talk: TrustTalk;
  what: string;
  allowed: boolean;
  onAnswer: () => void;
}

function Answer({ talk, what, allowed, onAnswer }: AnswerProps) {
  const { t } = useTranslation();
  return (
    <Button
      size="xs"
      variant="default"
      disabled={talk.saving}
      aria-label={t(allowed ? 'trust.takeBackFrom' : 'trust.allowTo', { what })}
      onClick={onAnswer}
    >
      {t(allowed ? 'trust.takeBack' : 'trust.allow')}
    </Button>
  );
}
