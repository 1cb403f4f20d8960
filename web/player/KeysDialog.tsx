import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const space = t('player.keys.space');
  const rows: readonly [string, readonly string[]][] = [
    [t('player.keys.next'), ['→', '↓', space, 'N', 'PgDn']],
    [t('player.keys.previous'), ['←', '↑', 'P', 'PgUp', `⇧ ${space}`]],
    [t('player.keys.skip'), ['⇧ →', '⇧ ←']],
    [t('player.keys.ends'), ['Home', 'End']],
    [t('player.keys.goTo'), ['G', `${t('player.keys.number')} ↵`]],
    [t('player.keys.black'), ['B', '.']],
    [t('player.keys.white'), ['W', ',']],
    [t('player.keys.fullscreen'), ['F', 'F5']],
    [t('player.keys.notes'), ['⇧ N']],
    [t('player.keys.help'), ['?']],
    [t('player.keys.leave'), ['Esc']],
  ];
  return (
    <Dialog title={t('player.keys.title')} closeLabel={t('shell.close')} onClose={onClose}>
      <dl className="keys">
        {rows.map(([action, keys]) => (
          <Fragment key={action}>
            <dt>{action}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
