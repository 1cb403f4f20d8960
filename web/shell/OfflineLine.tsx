import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Says that there is no network. What waits for it is asked for by itself when it is back. */
export function OfflineLine() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => onlineManager.isOnline());
  // There before it is needed: readers hear of changes in what they know already.
  return (
    <p className="offline-line" role="status">
      {!online && t('shell.offline')}
    </p>
  );
}
