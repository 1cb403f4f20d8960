import { useTranslation } from 'react-i18next';
import type { BlankWish } from '#shared/talks.ts';
import type { RemoteTalk } from './use-remote-view.ts';

interface RemoteToolsProps {
  blank: RemoteTalk['blank'];
  pointing: boolean;
  onBlank: (blank: BlankWish) => void;
  onPoint: (pointing: boolean) => void;
}

export function RemoteTools({ blank, pointing, onBlank, onPoint }: RemoteToolsProps) {
  const { t } = useTranslation();
  const blankButton = (color: NonNullable<BlankWish>) => (
    <button type="button" aria-pressed={blank === color} onClick={() => onBlank(blank === color ? null : color)}>
      {t(blank === color ? 'remote.lift' : `remote.${color}`)}
    </button>
  );
  return (
    <div className="remote-tools">
      {blankButton('black')}
      {blankButton('white')}
      {blankButton('address')}
      <button type="button" aria-pressed={pointing} onClick={() => onPoint(!pointing)}>
        {t('remote.pointer')}
      </button>
    </div>
  );
}
