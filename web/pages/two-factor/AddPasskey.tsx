import './two-factor.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSKEY_NAME_MAX } from '#shared/limits.ts';
import { canUsePasskeys, makePasskey } from '#web/lib/passkeys.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { toastStore } from '#web/ui/toast-store.ts';
import { ConfirmForm } from './ConfirmForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface AddPasskeyProps {
  /** The label of the button that is pressed when the recovery codes are kept. */
  doneLabel: string;
  /** The element of its titles, one level below the heading above it. */
  heading: 'h2' | 'h3';
  /** Called when the passkey counts. Its recovery codes may still be on the page. */
  onAdded?: () => void;
  onDone?: () => void;
}

/** Adds a passkey, and shows the recovery codes that come with the first second factor. */
export function AddPasskey({ doneLabel, heading, onAdded, onDone }: AddPasskeyProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const add = useSubmit({
    // The response contains secrets, so it is not cached.
    gcTime: 0,
    mutationFn: async (confirmation: { password?: string }) => {
      const credential = await makePasskey(await api.passkeys.begin.mutate(confirmation));
      if (credential === null) return { isRefused: true };
      const { recoveryCodes } = await api.passkeys.add.mutate({ name: name.trim() || t('passkeys.unnamed'), credential });
      toastStore.show({ text: t('passkeys.added') });
      setName('');
      setCodes(recoveryCodes);
      void queries.invalidateQueries(trpc.passkeys.pathFilter());
      onAdded?.();
      if (recoveryCodes === null) onDone?.();
      return { isRefused: false };
    },
  });
  if (codes !== null) {
    const done = () => {
      setCodes(null);
      onDone?.();
    };
    return <RecoveryCodes codes={codes} heading={heading} doneLabel={doneLabel} onDone={done} />;
  }
  if (!canUsePasskeys()) return <p className="account-hint">{t('passkeys.notHere')}</p>;
  return (
    <div className="two-factor-form">
      <TextField
        name="passkey-name"
        label={t('passkeys.name')}
        description={t('passkeys.nameHint')}
        maxLength={PASSKEY_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ConfirmForm
        label={t('passkeys.add')}
        pending={add.isPending}
        fault={add.error}
        hint={add.data?.isRefused === true ? t('passkeys.notAdded') : null}
        onSubmit={(confirmation) => add.mutate(confirmation)}
      />
    </div>
  );
}
