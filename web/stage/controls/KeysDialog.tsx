import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';

type Row = readonly [action: string, keys: readonly string[]];

/** The list of keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const space = t('player.keys.space');
  // Only the user agent string tells whether the keyboard has a ⌘ key.
  const control = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : t('player.keys.control');
  const moving: readonly Row[] = [
    [t('player.keys.next'), ['→', '↓', space, 'N', 'PgDn']],
    [t('player.keys.previous'), ['←', '↑', 'P', 'PgUp', `⇧ ${space}`]],
    [t('player.keys.skip'), ['⇧ →', '⇧ ←']],
    [t('player.keys.ends'), ['Home', 'End']],
    [t('player.keys.goTo'), ['G', `${t('player.keys.number')} ↵`]],
    [t('player.keys.overview'), ['O']],
  ];
  const showing: readonly Row[] = [
    [t('player.keys.fullscreen'), ['F', 'F5']],
    [t('player.keys.presenter'), ['S']],
    [t('player.keys.laser'), ['L']],
    [t('player.keys.draw'), ['D']],
    [t('player.keys.notes'), ['⇧ N']],
    [t('player.keys.black'), ['B', '.']],
    [t('player.keys.white'), ['W', ',']],
    [t('player.keys.whole'), ['0']],
    [t('player.keys.help'), ['?']],
    [t('player.keys.leave'), ['Esc']],
  ];
  const drawing: readonly Row[] = [
    [t('player.keys.pens'), ['P', 'H', 'E']],
    [t('player.keys.shapes'), ['R', 'O', 'A', 'L']],
    [t('player.keys.text'), ['T']],
    [t('player.keys.colors'), ['1–9']],
    [t('player.keys.undo'), [`${control} Z`, `${control} ⇧ Z`]],
    [t('player.keys.clear'), [t('player.keys.delete')]],
  ];
  return (
    <Dialog title={t('player.keys.title')} closeLabel={t('shell.close')} onClose={onClose}>
      <div className="keys-columns">
        <div>
          <Keys rows={moving} />
          <h3 className="keys-title">{t('player.keys.drawing')}</h3>
          <Keys rows={drawing} />
        </div>
        <Keys rows={showing} />
      </div>
    </Dialog>
  );
}

function Keys({ rows }: { rows: readonly Row[] }) {
  return (
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
  );
}
