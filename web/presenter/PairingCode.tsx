import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Choice } from '#web/ui/Segments.tsx';
import type { Pairing } from '#shared/talks.ts';
import { serverNow } from '#web/talks/clock/server-time.ts';
import { isLoopback } from './loopback.ts';
import { qrCode, QUIET_ZONE } from '#web/lib/qr-code.ts';
import { useNow } from './use-now.ts';

interface PairingCodeProps {
  pairing: Pairing;
  onRenew: () => void;
}

/** The QR code for the phone's camera, or a hint once it has expired. */
export function PairingCode({ pairing: { url: own, inNetwork, expiresAt }, onRenew }: PairingCodeProps) {
  const { t } = useTranslation();
  // A phone cannot reach localhost of this computer.
  const urls = isLoopback(own) ? inNetwork : [own];
  const [chosen, choose] = useState(urls[0]);
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
  const url = urls.find((each) => each === chosen) ?? urls[0] ?? own;
  return (
    <div className="pairing-code">
      {urls.length > 0 ? <Code url={url} /> : <Unreachable origin={new URL(own).origin} />}
      {isLoopback(own) && urls.length > 0 && (
        <div className="pairing-network">
          <p>{t('presenter.pairNetwork', { host: new URL(url).host })}</p>
          {urls.length > 1 && (
            <Choice
              label={t('presenter.pairHost')}
              value={url}
              options={urls.map((value) => ({ value, label: new URL(value).hostname }))}
              onChange={choose}
            />
          )}
        </div>
      )}
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

function Code({ url }: { url: string }) {
  const { t } = useTranslation();
  const { size, path } = qrCode(url);
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={t('presenter.pairCode')}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Instead of a code that no phone could use. */
function Unreachable({ origin }: { origin: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="pairing-unreachable" role="alert">
      <p>
        <strong>{t('presenter.pairLoopback', { origin })}</strong>
      </p>
      <p>{t('presenter.pairLoopbackHelp')}</p>
      <code>HOST=0.0.0.0 npm start</code>
    </div>
  );
}
