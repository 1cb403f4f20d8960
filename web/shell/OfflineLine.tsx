import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Shows that there is no network. Waiting requests continue by themselves when it is back. */
export function OfflineLine() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  // Rendered even while empty, because screen readers announce changes only in known live regions.
  return (
    <p className="offline-line" role="status">
      {!online && t('shell.offline')}
    </p>
  );
}
