import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { writeSetting } from '#web/lib/settings.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { guessDeviceName } from './device-name.ts';
import { phone } from './phone-client.ts';
import { RemoteMessage } from './RemoteMessage.tsx';

const NAME_MAX = 64;
/** The server's error codes for an invalid or expired code. */
const BAD_CODE: ReadonlySet<string> = new Set(['PAIRING_REQUIRED', 'VALIDATION_FAILED']);

/** Pairs the phone under a name that the presenter is asked to confirm. */
export function PairForm({ code, onPaired }: { code: string; onPaired: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState(() => guessDeviceName(t));
  const claim = useSubmit({
    mutationFn: (asName: string) => phone.claim.mutate({ code, name: asName }),
    onSuccess: onPaired,
  });
  if (claim.isError && BAD_CODE.has(faultFrom(claim.error).code)) {
    return (
      <RemoteMessage title={t('remote.usedTitle')}>
        <p>{t('remote.usedLead')}</p>
      </RemoteMessage>
    );
  }
  return (
    <RemoteMessage title={t('remote.nameTitle')}>
      <p>{t('remote.nameLead')}</p>
      <form
        className="remote-form"
        onSubmit={(event) => {
          event.preventDefault();
          const asName = name.trim();
          if (asName === '') return;
          writeSetting('remote-name', asName);
          claim.mutate(asName);
        }}
      >
        <label>
          {t('remote.name')}
          <input
            required
            maxLength={NAME_MAX}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </label>
        {claim.isError && <p role="alert">{faultWords(claim.error, t)}</p>}
        <button type="submit" className="remote-main" disabled={claim.isPending}>
          {t(claim.isPending ? 'remote.connecting' : 'remote.connect')}
        </button>
      </form>
    </RemoteMessage>
  );
}
