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
  const named = (keys: readonly string[]) => keys.map((key) => key.replace('space', t('keyList.space')));
  const control = hasCommandKey ? '⌘' : t('keyList.control');
  const moving: readonly Row[] = [
    [t('keyList.next'), named(KEY_NAMES.next)],
    [t('keyList.previous'), named(KEY_NAMES.previous)],
    ...(clicksCanMove ? [[t('keyList.clicks'), [t('keyList.rightPart'), t('keyList.leftPart')]] as const] : []),
    [t('keyList.skip'), ['⇧ →', '⇧ ←']],
    [t('keyList.ends'), ['Home', 'End']],
    [t('keyList.goTo'), [...KEY_NAMES.goTo, `${t('keyList.number')} ↵`]],
    [t('keyList.overview'), KEY_NAMES.overview],
    [t('find.title'), KEY_NAMES.find],
  ];
  const showing: readonly Row[] = [
    [t('keyList.fullscreen'), KEY_NAMES.fullscreen],
    [t('keyList.presenter'), KEY_NAMES.presenter],
    [t('keyList.laser'), KEY_NAMES.laser],
    [t('keyList.draw'), KEY_NAMES.draw],
    [t('keyList.notes'), KEY_NAMES.notes],
    [t('keyList.black'), KEY_NAMES.black],
    [t('keyList.white'), KEY_NAMES.white],
    [t('keyList.address'), KEY_NAMES.address],
    [t('keyList.whole'), ['0']],
    [t('shell.search'), [`${control} K`]],
    [t('keyList.help'), KEY_NAMES.help],
    [t('keyList.leave'), KEY_NAMES.close],
  ];
  const drawing: readonly Row[] = [
    [t('keyList.pens'), ['P', 'H', 'E']],
    [t('keyList.shapes'), ['R', 'O', 'A', 'L']],
    [t('keyList.text'), ['T']],
    [t('keyList.colors'), ['1–9']],
    [t('keyList.undo'), [`${control} Z`, `${control} ⇧ Z`]],
    [t('keyList.clear'), [t('keyList.delete')]],
  ];
  return (
    <Dialog title={t('keyList.title')} closeLabel={t('shell.close')} onClose={onClose}>
      <div className="keys-columns">
        <div>
          <Keys rows={moving} />
          <h3 className="keys-title">{t('keyList.drawing')}</h3>
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
