import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { downloadText } from '#web/ui/download-text.ts';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** The element of the title, one level below the heading above it. */
  heading: 'h2' | 'h3';
  doneLabel: string;
  onDone: () => void;
}

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, heading: Heading, doneLabel, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const text = `${t('twoFactor.codesFile', { host: location.host })}\n\n${codes.join('\n')}\n`;
  return (
    <div className="two-factor-codes">
      <Heading ref={title} tabIndex={-1}>
        {t('twoFactor.codesTitle')}
      </Heading>
      <p>{t('twoFactor.codesLead')}</p>
      <ul aria-label={t('twoFactor.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="two-factor-actions">
        <CopyButton text={codes.join('\n')} label={t('shell.copy')} copiedLabel={t('shell.copied')} />
        <Button
          variant="default"
          icon={<IconDownload size={16} aria-hidden />}
          onClick={() => downloadText('lectern-recovery-codes.txt', 'text/plain', text)}
        >
          {t('twoFactor.download')}
        </Button>
        <Button variant="default" icon={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {t('twoFactor.print')}
        </Button>
      </div>
      <Button onClick={onDone}>{doneLabel}</Button>
    </div>
  );
}
