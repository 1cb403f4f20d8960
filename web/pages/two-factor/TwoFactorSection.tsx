import './two-factor.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TwoFactor } from '#shared/two-factor.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { formatMoment, formatSince } from '#web/lib/format.ts';
import { refreshSession } from '#web/lib/session.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { useSignInMethods } from '#web/pages/sign-in/use-sign-in-methods.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { Passkeys } from './Passkeys.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpApp } from './SetUpApp.tsx';
import { TrustedDeviceRow } from './TrustedDeviceRow.tsx';

/** The second factors of the account, as its owner manages them. */
export function TwoFactorSection() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const methods = useSignInMethods();
  const factors = useQuery(trpc.twoFactor.get.queryOptions());
  // The recovery codes stay on the page until they are kept, although there is an app by then.
  const [isSettingUp, setSettingUp] = useState(false);
  const reload = async () => {
    setSettingUp(false);
    await Promise.all([refreshSession(), queries.invalidateQueries(trpc.twoFactor.pathFilter())]);
  };
  if (factors.isError) return <p role="alert">{faultWords(factors.error, t)}</p>;
  if (factors.data === undefined) return <p aria-busy="true">{t('shell.loading')}</p>;
  const hasPasswords = methods?.passwords === true;
  const { app, enabledAt, required, trustedDevices } = factors.data;
  return (
    <div className="two-factor-parts">
      {!isSettingUp && <p>{t(enabledAt !== null ? 'twoFactor.on' : required ? 'twoFactor.offRequired' : 'twoFactor.off')}</p>}
      {hasPasswords && <Passkeys reload={reload} />}
      {app === null || isSettingUp ? (
        <div className="two-factor-part">
          <h3>{t('twoFactor.app')}</h3>
          <SetUpApp
            heading="h3"
            doneLabel={t('twoFactor.kept')}
            onBegun={() => setSettingUp(true)}
            onDone={() => void reload()}
          />
        </div>
      ) : (
        <AuthenticatorApp confirmedAt={app.confirmedAt} reload={reload} />
      )}
      {enabledAt !== null && <Codes remaining={factors.data.recoveryCodes} reload={reload} />}
      {enabledAt !== null && <TrustedDevices devices={trustedDevices} />}
    </div>
  );
}

function AuthenticatorApp({ confirmedAt, reload }: { confirmedAt: string; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const remove = useSubmit(
    trpc.authenticatorApps.remove.mutationOptions({
      onSuccess: () => {
        toastStore.show({ text: t('twoFactor.appRemoved') });
        return reload();
      },
    }),
  );
  return (
    <div className="two-factor-part">
      <h3>{t('twoFactor.app')}</h3>
      <p className="account-hint">
        <time dateTime={confirmedAt} title={formatMoment(confirmedAt)}>
          {t('twoFactor.appSince', { since: formatSince(confirmedAt) })}
        </time>
      </p>
      <ConfirmForm
        label={t('twoFactor.removeApp')}
        pending={remove.isPending}
        fault={remove.error}
        onSubmit={(confirmation) => remove.mutate(confirmation)}
      />
    </div>
  );
}

function Codes({ remaining, reload }: { remaining: number; reload: () => Promise<void> }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useSubmit(
    trpc.recoveryCodes.renew.mutationOptions({
      gcTime: 0,
      onSuccess: ({ recoveryCodes }) => {
        setCodes(recoveryCodes);
        return reload();
      },
    }),
  );
  if (codes !== null)
    return <RecoveryCodes codes={codes} heading="h3" doneLabel={t('twoFactor.kept')} onDone={() => setCodes(null)} />;
  return (
    <div className="two-factor-part">
      <h3>{t('twoFactor.codes')}</h3>
      <p className="account-hint">{t('twoFactor.codesLeft', { count: remaining })}</p>
      <ConfirmForm
        label={t('twoFactor.renew')}
        pending={renew.isPending}
        fault={renew.error}
        onSubmit={(confirmation) => renew.mutate(confirmation)}
      />
    </div>
  );
}

function TrustedDevices({ devices }: { devices: TwoFactor['trustedDevices'] }) {
  const { t } = useTranslation();
  return (
    <div className="two-factor-part">
      <h3>{t('twoFactor.devices')}</h3>
      {devices.length === 0 ? (
        <p className="account-hint">{t('twoFactor.noDevices')}</p>
      ) : (
        <ul aria-label={t('twoFactor.devices')}>
          {devices.map((device) => (
            <TrustedDeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
    </div>
  );
}
