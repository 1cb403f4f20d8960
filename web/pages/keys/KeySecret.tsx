import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import type { ApiKey } from '#shared/keys.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { curlLine } from './curl-line.ts';

interface KeySecretProps {
  made: ApiKey & { key: string };
  onAnother: () => void;
}

export function KeySecret({ made, onAnother }: KeySecretProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const label = t('keys.secret', { name: made.name });
  const command = curlLine({ key: made.key, access: made.access, origin: location.origin });
  return (
    <div className="ledger-made key-secret" role="group" aria-label={label}>
      <h2>{t('keys.readyTitle')}</h2>
      <p>{t('keys.readyLead')}</p>
      <input
        ref={field}
        readOnly
        spellCheck={false}
        aria-label={label}
        value={made.key}
        // Selected backwards, so that the start of the key stays visible.
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, made.key.length, 'backward')}
      />
      <CopyButton variant="filled" text={made.key} label={t('keys.copy')} copiedLabel={t('shell.copied')} />
      <h3>{t('keys.tryTitle')}</h3>
      <code className="key-command">{command}</code>
      <div className="ledger-made-actions">
        <CopyButton text={command} label={t('keys.copyCommand')} copiedLabel={t('shell.copied')} />
        <Button variant="default" onClick={onAnother}>
          {t('keys.another')}
        </Button>
      </div>
    </div>
  );
}
