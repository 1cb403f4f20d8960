import './trust.css';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { isDeckHost } from '#shared/deck-hosts.ts';
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
  const mayLoad = network === 'allow' || shownHosts.length + controls.blocked.length > 0;
  return (
    <Dialog title={t('trust.title')} closeLabel={t('shell.close')} onClose={onClose}>
      {(nothing || !controls.trust.isSettled || requires.length > 0) && (
        <p className="trust-lead">
          {t(nothing ? 'trust.nothing' : controls.trust.isSettled ? 'trust.leadOfWishes' : 'trust.lead')}
        </p>
      )}
      {network !== 'ask' && <p className="trust-lead">{t(network === 'allow' ? 'trust.networkAllow' : 'trust.networkBlock')}</p>}
      {network === 'ask' && <WhoDecides controls={controls} />}
      <AllowedHosts controls={controls} hosts={shownHosts} />
      <BlockedHosts controls={controls} />
      {mayLoad && <p className="trust-lead">{t('trust.pictures')}</p>}
      <Capabilities controls={controls} />
      {controls.fault !== null && (
        <p role="alert" className="trust-fault">
          {faultWords(controls.fault, t)}
        </p>
      )}
    </Dialog>
  );
}

/** Who decides about hosts: each viewer, or an editor of the deck for everyone. */
function WhoDecides({ controls }: { controls: TrustControls }) {
  const { t } = useTranslation();
  const { isSettled, maySettle, hosts } = controls.trust;
  if (!maySettle) return isSettled ? <p className="trust-lead">{t('trust.settled')}</p> : null;
  return (
    <div className="trust-who">
      <p>{t(isSettled ? 'trust.settledByYou' : 'trust.eachDecides')}</p>
      <Button
        size="small"
        variant="default"
        loading={controls.saving}
        onClick={() => controls.settle({ hosts: isSettled ? null : [...hosts] })}
      >
        {t(isSettled ? 'trust.askEach' : 'trust.decideForAll')}
      </Button>
    </div>
  );
}

/** Stores the list of hosts where it belongs: for everyone if an editor has settled it, otherwise for this viewer. */
function keepHosts(controls: TrustControls, hosts: string[]): void {
  if (controls.trust.isSettled) controls.settle({ hosts });
  else controls.answer({ hosts });
}

/** A field to allow a host before the deck asks for it. */
function NewHost({ controls }: { controls: TrustControls }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { hosts } = controls.trust;
  const host = typed.trim().toLowerCase();
  const wrong = host !== '' && !isDeckHost(host);
  const add = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (host === '' || wrong || hosts.includes(host) || !areFew([...hosts, host])) return;
    keepHosts(controls, [...hosts, host]);
    setTyped('');
  };
  return (
    <form className="trust-new" onSubmit={add}>
      <TextField
        size="small"
        label={t('trust.newHost')}
        placeholder="fonts.example"
        error={wrong && t('trust.newHostWrong')}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button size="small" variant="default" type="submit" disabled={controls.saving}>
        {t('trust.add')}
      </Button>
    </form>
  );
}

function AllowedHosts({ controls, hosts }: { controls: TrustControls; hosts: readonly string[] }) {
  const { t } = useTranslation();
  const { isSettled, maySettle } = controls.trust;
  const without = (host: string) => hosts.filter((other) => other !== host);
  return (
    <>
      <Rows title={t(isSettled ? 'trust.allMayLoad' : 'trust.mayLoad')} of={hosts}>
        {(host) =>
          mayAnswer(controls) && (
            <Answer controls={controls} what={host} allowed onAnswer={() => keepHosts(controls, without(host))} />
          )
        }
      </Rows>
      {isSettled && maySettle && <NewHost controls={controls} />}
    </>
  );
}

function BlockedHosts({ controls }: { controls: TrustControls }) {
  const { t } = useTranslation();
  const more = (host: string) => [...controls.trust.hosts, host];
  return (
    <Rows title={t('trust.blocked')} of={controls.blocked}>
      {(host) =>
        !mayAnswer(controls) ? null : areFew(more(host)) ? (
          <Answer controls={controls} what={host} allowed={false} onAnswer={() => keepHosts(controls, more(host))} />
        ) : (
          <span className="trust-more">{t('trust.tooMany')}</span>
        )
      }
    </Rows>
  );
}

/** Whether this user can change the list of hosts. */
const mayAnswer = ({ trust }: TrustControls): boolean => !trust.isSettled || trust.maySettle;

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
      size="small"
      variant="default"
      disabled={controls.saving}
      aria-label={t(allowed ? 'trust.takeBackFrom' : 'trust.allowTo', { what })}
      onClick={onAnswer}
    >
      {t(allowed ? 'trust.takeBack' : 'trust.allow')}
    </Button>
  );
}
