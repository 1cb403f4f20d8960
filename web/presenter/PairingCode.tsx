import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { serverNow } from '#web/talks/clock/server-time.ts';
import { qrCode } from './qr-path.ts';
import { useNow } from './use-now.ts';

interface PairingCodeProps {
  url: string;
  expiresAt: string;
  onRenew: () => void;
}

/** The quiet zone around the code in modules; QR readers need it. */
const QUIET = 3;

/** The QR code for the phone's camera, or a hint once it has expired. */
export function PairingCode({ url, expiresAt, onRenew }: PairingCodeProps) {
  const { t } = useTranslation();
  useNow();
  const seconds = Math.ceil((Date.parse(expiresAt) - serverNow()) / 1000);
  if (seconds <= 0) {
    return (
      <div className="pairing-over">
        <p role="status">{t('presenter.pairExpired')}</p>
        <Button onClick={onRenew}>{t('presenter.pairNew')}</Button>
      </div>
    );
  }
  const { size, path } = qrCode(url);
  const side = size + 2 * QUIET;
  return (
    <div className="pairing-code">
      <svg
        role="img"
        aria-label={t('presenter.pairCode')}
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        shapeRendering="crispEdges"
      >
        <rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p className="pairing-left">{t('presenter.pairExpires', { seconds })}</p>
      <details>
        <summary>{t('presenter.pairAddress')}</summary>
        <a href={url} target="_blank" rel="noreferrer" className="pairing-address">
          {url}
        </a>
      </details>
    </div>
  );
}
