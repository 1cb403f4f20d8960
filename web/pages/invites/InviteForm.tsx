import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { Role } from '#shared/people.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { FormFault } from '#web/pages/sign-in/FormFault.tsx';
import { Choice } from '#web/ui/Segments.tsx';

interface InviteFormProps {
  pending: boolean;
  fault: unknown;
  onCreate: (invite: { role: Role; email: string | null; expiresInHours: number }) => void;
}

const EXPIRIES = ['24', '72', '168', '720'] as const;
type Expiry = (typeof EXPIRIES)[number];

export function InviteForm({ pending, fault, onCreate }: InviteFormProps) {
  const { t } = useTranslation();
  const [role, setRole] = useState<Role>('user');
  const [email, setEmail] = useState('');
  const [expiry, setExpiry] = useState<Expiry>('72');
  return (
    <form
      className="ledger-form"
      onSubmit={(event) => {
        event.preventDefault();
        onCreate({ role, email: email.trim() === '' ? null : email.trim(), expiresInHours: Number(expiry) });
      }}
    >
      <h2>{t('invites.createTitle')}</h2>
      <Choice
        label={t('invites.role')}
        value={role}
        options={(['user', 'admin'] as const).map((value) => ({ value, label: t(`invites.roles.${value}`) }))}
        onChange={setRole}
      >
        <p className="ledger-hint">{t(`invites.roleHints.${role}`)}</p>
      </Choice>
      <Choice
        label={t('invites.expiry')}
        value={expiry}
        options={EXPIRIES.map((value) => ({ value, label: t('invites.days', { count: Number(value) / 24 }) }))}
        onChange={setExpiry}
      />
      <TextField
        type="email"
        name="email"
        label={t('invites.email')}
        description={t('invites.emailHint')}
        placeholder="name@example.org"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <FormFault words={fault === null ? null : faultWords(fault, t)} />
      <Button type="submit" loading={pending}>
        {t('invites.create')}
      </Button>
    </form>
  );
}
