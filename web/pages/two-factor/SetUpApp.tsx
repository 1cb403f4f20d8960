import './two-factor.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CODE_DIGITS } from '#shared/two-factor-rules.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { qrCode, QUIET_ZONE } from '#web/lib/qr-code.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { FormFault } from '#web/pages/sign-in/FormFault.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface SetUpAppProps {
  /** The label of the button that is pressed when the recovery codes are kept. */
  doneLabel: string;
  /** The element of its titles, one level below the heading above it. */
  heading: 'h2' | 'h3';
  onBegun?: () => void;
  onDone: () => void;
}

/** Sets up an authenticator app: its secret, its first code, and the recovery codes. */
export function SetUpApp({ doneLabel, heading, onBegun, onDone }: SetUpAppProps) {
  const { t } = useTranslation();
  // The responses contain secrets, so they are not cached.
  const begin = useSubmit(trpc.authenticatorApps.begin.mutationOptions({ gcTime: 0, onSuccess: () => onBegun?.() }));
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} heading={heading} doneLabel={doneLabel} onDone={onDone} />;
  if (begin.data === undefined) {
    return (
      <ConfirmForm
        variant="filled"
        label={t('twoFactor.setUp')}
        pending={begin.isPending}
        fault={begin.error}
        onSubmit={(confirmation) => begin.mutate(confirmation)}
      />
    );
  }
  return <FirstCode {...begin.data} onConfirmed={(made) => (made === null ? onDone() : setCodes(made))} />;
}

interface FirstCodeProps {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[] | null) => void;
}

function FirstCode({ secret, uri, onConfirmed }: FirstCodeProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const confirm = useSubmit(
    trpc.authenticatorApps.confirm.mutationOptions({ gcTime: 0, onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes) }),
  );
  return (
    <form
      className="two-factor-form"
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate({ code });
      }}
    >
      <p>{t('twoFactor.scan')}</p>
      <QrCode text={uri} label={t('twoFactor.qr')} />
      <p className="account-hint">{t('twoFactor.orType')}</p>
      <code className="two-factor-secret">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <CopyButton text={secret} label={t('twoFactor.copySecret')} copiedLabel={t('shell.copied')} />
      <TextField
        name="code"
        label={t('twoFactor.firstCode')}
        description={t('twoFactor.codeHint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={CODE_DIGITS + 2}
        required
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <FormFault words={confirm.isError ? faultWords(confirm.error, t) : null} />
      <Button type="submit" loading={confirm.isPending}>
        {t('twoFactor.turnOn')}
      </Button>
    </form>
  );
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrCode(text);
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg
      className="two-factor-qr"
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
