import './trust.css';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { areFew } from './asked-hosts.ts';
import { listed, warnings, wishWords } from './capability-words.ts';
import type { TrustTalk } from './use-deck-trust.ts';

/** Asks one thing at a time: first what the package asks for, then what it was kept from loading. Quiet when there is nothing to ask. */
export function TrustBar({ talk }: { talk: TrustTalk }) {
  const { requires, granted } = talk.trust;
  if (requires.length > 0 && granted === null) return <CapabilityQuestion talk={talk} />;
  return talk.asksForHosts ? <HostQuestion talk={talk} /> : null;
}

function CapabilityQuestion({ talk }: { talk: TrustTalk }) {
  const { t } = useTranslation();
  const { requires } = talk.trust;
  const wishes = listed(requires.map((capability) => wishWords(capability, t)));
  return (
    <Question
      talk={talk}
      words={t('trust.wants', { wishes })}
      more={warnings(requires, talk.trust, t)}
      onAllow={() => talk.answer({ capabilities: requires })}
      refusal={
        <Button size="xs" variant="default" disabled={talk.saving} onClick={() => talk.answer({ capabilities: [] })}>
          {t('trust.deny')}
        </Button>
      }
    />
  );
}

function HostQuestion({ talk }: { talk: TrustTalk }) {
  const { t } = useTranslation();
  const hosts = [...talk.trust.hosts, ...talk.blocked];
  const words = t('trust.wantsHosts', { hosts: listed(talk.blocked) });
  return (
    <Question
      talk={talk}
      words={words}
      more={areFew(hosts) ? [] : [t('trust.tooMany')]}
      onAllow={areFew(hosts) ? () => talk.answer({ hosts }) : undefined}
      refusal={
        <Button size="xs" variant="default" onClick={talk.notNow}>
          {t('trust.notNow')}
        </Button>
      }
    />
  );
}

interface QuestionProps {
  talk: TrustTalk;
  words: string;
  more: readonly string[];
  onAllow: (() => void) | undefined;
  refusal: ReactNode;
}

function Question({ talk, words, more, onAllow, refusal }: QuestionProps) {
  const { t } = useTranslation();
  return (
    <section className="trust-bar" aria-label={t('trust.ask')}>
      <div className="trust-words">
        <p role="status">{words}</p>
        {more.map((sentence) => (
          <p key={sentence} className="trust-more">
            {sentence}
          </p>
        ))}
        {talk.fault !== null && (
          <p role="alert" className="trust-fault">
            {faultWords(talk.fault, t)}
          </p>
        )}
      </div>
      <div className="trust-answers">
        {onAllow !== undefined && (
          <Button size="xs" loading={talk.saving} onClick={onAllow}>
            {t('trust.allow')}
          </Button>
        )}
        {refusal}
      </div>
    </section>
  );
}
