import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCommandKey } from '#web/protocol/search-key.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { KEY_NAMES } from './key-names.ts';

type Row = readonly [action: string, keys: readonly string[]];

interface KeysDialogProps {
  /** Whether a click on the slide moves, if the user has chosen that. */
  clicksCanMove: boolean;
  onClose: () => void;
}

/** The list of keyboard shortcuts. */
export function KeysDialog({ clicksCanMove, onClose }: KeysDialogProps) {
  const { t } = useTranslation();
  const named = (keys: readonly string[]) => keys.map((key) => key.replace('space', t('player.keys.space')));
  const control = hasCommandKey ? '⌘' : t('player.keys.control');
  const moving: readonly Row[] = [
    [t('player.keys.next'), named(KEY_NAMES.next)],
    [t('player.keys.previous'), named(KEY_NAMES.previous)],
    ...(clicksCanMove ? [[t('player.keys.clicks'), [t('player.keys.rightPart'), t('player.keys.leftPart')]] as const] : []),
    [t('player.keys.skip'), ['⇧ →', '⇧ ←']],
    [t('player.keys.ends'), ['Home', 'End']],
    [t('player.keys.goTo'), [...KEY_NAMES.goTo, `${t('player.keys.number')} ↵`]],
    [t('player.keys.overview'), KEY_NAMES.overview],
    [t('find.title'), KEY_NAMES.find],
  ];
  const showing: readonly Row[] = [
    [t('player.keys.fullscreen'), KEY_NAMES.fullscreen],
    [t('player.keys.presenter'), KEY_NAMES.presenter],
    [t('player.keys.laser'), KEY_NAMES.laser],
    [t('player.keys.draw'), KEY_NAMES.draw],
    [t('player.keys.notes'), KEY_NAMES.notes],
    [t('player.keys.black'), KEY_NAMES.black],
    [t('player.keys.white'), KEY_NAMES.white],
    [t('player.keys.whole'), ['0']],
    [t('shell.search'), [`${control} K`]],
    [t('player.keys.help'), KEY_NAMES.help],
    [t('player.keys.leave'), KEY_NAMES.close],
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
