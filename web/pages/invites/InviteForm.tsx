import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { INVITE_ADDRESSES_MAX, INVITE_MESSAGE_MAX } from '#shared/limits.ts';
import type { Role } from '#shared/people.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { FormFault } from '#web/pages/sign-in/FormFault.tsx';
import { useSignInMethods } from '#web/pages/sign-in/use-sign-in-methods.ts';
import { Button } from '#web/ui/Button.tsx';
import { Choice } from '#web/ui/Segments.tsx';
import { TextArea, TextField } from '#web/ui/TextField.tsx';

/** What an admin wants to create. */
export interface InviteWish {
  /** None: one invite for anyone with its link. */
  emails: string[];
  role: Role;
  expiresInHours: number;
  /** What the mail says besides; null: none is sent. */
  message: string | null;
}

interface InviteFormProps {
  pending: boolean;
  fault: unknown;
  onCreate: (wish: InviteWish) => void;
}

const EXPIRIES = ['24', '72', '168', '720'] as const;
type Expiry = (typeof EXPIRIES)[number];

export function InviteForm({ pending, fault, onCreate }: InviteFormProps) {
  const { t } = useTranslation();
  const mayMail = useSignInMethods()?.mail === true;
  const [role, setRole] = useState<Role>('user');
  const [expiry, setExpiry] = useState<Expiry>('72');
  const [addresses, setAddresses] = useState('');
  const [sends, setSends] = useState(true);
  const [message, setMessage] = useState('');
  const emails = addresses.split(/[\s,;]+/).filter((address) => address !== '');
  const isMailed = mayMail && sends && emails.length > 0;
  return (
    <form
      className="ledger-form"
      onSubmit={(event) => {
        event.preventDefault();
        onCreate({ emails, role, expiresInHours: Number(expiry), message: isMailed ? message : null });
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
      <Addresses value={addresses} onChange={setAddresses} />
      {mayMail && emails.length > 0 && (
        <label className="ledger-check">
          <input type="checkbox" checked={sends} onChange={(event) => setSends(event.currentTarget.checked)} />
          <span>{t('invites.send', { count: emails.length })}</span>
        </label>
      )}
      {isMailed && (
        <TextArea
          label={t('invites.message')}
          description={t('invites.messageHint')}
          rows={4}
          maxLength={INVITE_MESSAGE_MAX}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
      )}
      <FormFault words={fault === null ? null : faultWords(fault, t)} />
      <Button type="submit" loading={pending}>
        {t(isMailed ? 'invites.createAndSend' : 'invites.create', { count: Math.max(1, emails.length) })}
      </Button>
    </form>
  );
}

/** A field for one address, or for several if that is wanted. */
function Addresses({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const [several, setSeveral] = useState(false);
  if (several) {
    return (
      <TextArea
        label={t('invites.emails')}
        description={t('invites.emailsHint', { max: INVITE_ADDRESSES_MAX })}
        rows={5}
        ref={(field) => field?.focus()}
        required
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <div className="ledger-addresses">
      <TextField
        type="email"
        name="email"
        label={t('invites.email')}
        description={t('invites.emailHint')}
        placeholder="name@example.org"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <button type="button" className="text-button" onClick={() => setSeveral(true)}>
        {t('invites.several')}
      </button>
    </div>
  );
}
