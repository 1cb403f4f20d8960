import './trust.css';
import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { areFew } from './asked-hosts.ts';
import { warnings, wishWords } from './capability-words.ts';
import type { TrustControls } from './use-deck-trust.ts';

/** Shows what the user has allowed this deck, and lets them change it. */
export function TrustDialog({ controls, onClose }: { controls: TrustControls; onClose: () => void }) {
  const { t } = useTranslation();
  const { network, hosts, requires } = controls.trust;
  const shownHosts = network === 'ask' ? hosts : [];
  const nothing = network === 'ask' && shownHosts.length + controls.blocked.length + requires.length === 0;
  return (
    <Dialog title={t('trust.title')} closeLabel={t('shell.close')} onClose={onClose}>
      <p className="trust-lead">{t(nothing ? 'trust.nothing' : 'trust.lead')}</p>
      {network !== 'ask' && <p className="trust-lead">{t(network === 'allow' ? 'trust.networkAllow' : 'trust.networkBlock')}</p>}
      <AllowedHosts controls={controls} hosts={shownHosts} />
      <BlockedHosts controls={controls} />
      <Capabilities controls={controls} />
      {controls.fault !== null && (
        <p role="alert" className="trust-fault">
          {faultWords(controls.fault, t)}
        </p>
      )}
    </Dialog>
  );
}

function AllowedHosts({ controls, hosts }: { controls: TrustControls; hosts: readonly string[] }) {
  const { t } = useTranslation();
  const without = (host: string) => hosts.filter((other) => other !== host);
  return (
    <Rows title={t('trust.mayLoad')} of={hosts}>
      {(host) => <Answer controls={controls} what={host} allowed onAnswer={() => controls.answer({ hosts: without(host) })} />}
    </Rows>
  );
}

function BlockedHosts({ controls }: { controls: TrustControls }) {
  const { t } = useTranslation();
  const more = (host: string) => [...controls.trust.hosts, host];
  return (
    <Rows title={t('trust.blocked')} of={controls.blocked}>
      {(host) =>
        areFew(more(host)) ? (
          <Answer controls={controls} what={host} allowed={false} onAnswer={() => controls.answer({ hosts: more(host) })} />
        ) : (
          <span className="trust-more">{t('trust.tooMany')}</span>
        )
      }
    </Rows>
  );
}

function Capabilities({ controls }: { controls: TrustControls }) {
  const { t } = useTranslation();
  const { requires, granted } = controls.trust;
  const grantedNow = granted ?? [];
  return (
    <Rows
      title={t('trust.may')}
      of={requires}
      named={(capability) => [wishWords(capability, t), ...warnings([capability], controls.trust, t)]}
    >
      {(capability) => {
        const allowed = grantedNow.includes(capability);
        const capabilities = allowed ? grantedNow.filter((other) => other !== capability) : [...grantedNow, capability];
        return (
          <Answer
            controls={controls}
            what={wishWords(capability, t)}
            allowed={allowed}
            onAnswer={() => controls.answer({ capabilities })}
          />
        );
      }}
    </Rows>
  );
}

interface RowsProps<Item extends string> {
  title: string;
  of: readonly Item[];
  /** The label of an item, followed by warnings; defaults to the item itself. */
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
  controls: TrustControls;
  what: string;
  allowed: boolean;
  onAnswer: () => void;
}

function Answer({ controls, what, allowed, onAnswer }: AnswerProps) {
  const { t } = useTranslation();
  return (
    <Button
      size="xs"
      variant="default"
      disabled={controls.saving}
      aria-label={t(allowed ? 'trust.takeBackFrom' : 'trust.allowTo', { what })}
      onClick={onAnswer}
    >
      {t(allowed ? 'trust.takeBack' : 'trust.allow')}
    </Button>
  );
}
