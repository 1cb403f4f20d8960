import './trust.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatList } from '#web/lib/format.ts';
import { areFew } from './asked-hosts.ts';
import { warnings, wishWords } from './capability-words.ts';
import type { TrustControls } from './use-deck-trust.ts';

/**
 * Asks the user for one permission at a time: first for the capabilities that the package requires, then for blocked hosts.
 * Renders nothing if there is nothing to ask. Never shown to an audience: the caller leaves it out then.
 */
export function TrustBar({ controls }: { controls: TrustControls }) {
  const { requires, granted } = controls.trust;
  if (requires.length > 0 && granted === null) return <CapabilityQuestion controls={controls} />;
  return controls.asksForHosts ? <HostQuestion controls={controls} /> : null;
}

function CapabilityQuestion({ controls }: { controls: TrustControls }) {
  const { t } = useTranslation();
  const { requires } = controls.trust;
  const wishes = formatList(requires.map((capability) => wishWords(capability, t)));
  return (
    <Question
      controls={controls}
      words={t('trust.wants', { wishes })}
      more={warnings(requires, controls.trust, t)}
      onAllow={() => controls.answer({ capabilities: requires })}
      refusal={
        <Button size="small" variant="default" disabled={controls.saving} onClick={() => controls.answer({ capabilities: [] })}>
          {t('trust.deny')}
        </Button>
      }
    />
  );
}

function HostQuestion({ controls }: { controls: TrustControls }) {
  const { t } = useTranslation();
  const { maySettle } = controls.trust;
  const hosts = [...controls.trust.hosts, ...controls.blocked];
  const words = t('trust.wantsHosts', { hosts: formatList(controls.blocked) });
  const more = maySettle ? [t('trust.forAll')] : [];
  return (
    <Question
      controls={controls}
      words={words}
      more={areFew(hosts) ? more : [t('trust.tooMany')]}
      allowWords={maySettle ? t('trust.allowAll') : undefined}
      onAllow={areFew(hosts) ? () => (maySettle ? controls.settle({ hosts }) : controls.answer({ hosts })) : undefined}
      refusal={
        <Button size="small" variant="default" onClick={controls.notNow}>
          {t('trust.notNow')}
        </Button>
      }
    />
  );
}

interface QuestionProps {
  controls: TrustControls;
  words: string;
  more: readonly string[];
  /** Defaults to "Allow". */
  allowWords?: string | undefined;
  onAllow: (() => void) | undefined;
  refusal: ReactNode;
}

function Question({ controls, words, more, allowWords, onAllow, refusal }: QuestionProps) {
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
        {controls.fault !== null && (
          <p role="alert" className="trust-fault">
            {faultWords(controls.fault, t)}
          </p>
        )}
      </div>
      <div className="trust-answers">
        {onAllow !== undefined && (
          <Button size="small" loading={controls.saving} onClick={onAllow}>
            {allowWords ?? t('trust.allow')}
          </Button>
        )}
        {refusal}
      </div>
    </section>
  );
}
