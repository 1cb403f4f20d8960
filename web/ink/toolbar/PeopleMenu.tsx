import { IconCheck, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DropMenu } from '#web/ui/DropMenu.tsx';
import type { InkAuthor, InkView } from '#web/ink/sheets/ink-view.ts';

interface PeopleMenuProps {
  authors: readonly InkAuthor[];
  myId: string;
  view: InkView;
  onView: (view: InkView) => void;
}

/** A menu to choose whose drawings are shown: everyone's, one's own, one person's or none. */
export function PeopleMenu({ authors, myId, view, onView }: PeopleMenuProps) {
  const { t } = useTranslation();
  const now = typeof view === 'object' ? view.authorId : view;
  const total = authors.reduce((sum, { count }) => sum + count, 0);
  const mine = authors.find(({ person }) => person.id === myId);
  const others = authors.filter(({ person }) => person.id !== myId);
  const Icon = view === 'none' ? IconEyeOff : IconEye;
  return (
    <DropMenu
      label={t('ink.show')}
      className={view === 'all' ? 'ink-button' : 'ink-button ink-button-on'}
      icon={<Icon size={20} aria-hidden />}
    >
      <div role="group" aria-label={t('ink.show')}>
        <p className="menu-label" aria-hidden="true">
          {t('ink.show')}
        </p>
        <Choice label={t('ink.everybody')} count={total} chosen={now === 'all'} onChoose={() => onView('all')} />
        <Choice
          label={t('ink.mine')}
          count={mine?.count ?? 0}
          color={mine?.color}
          chosen={now === 'mine'}
          onChoose={() => onView('mine')}
        />
        {others.map(({ person, count, color }) => (
          <Choice
            key={person.id}
            label={person.name}
            count={count}
            color={color}
            chosen={now === person.id}
            onChoose={() => onView({ authorId: person.id })}
          />
        ))}
        <Choice label={t('ink.nobody')} chosen={now === 'none'} onChoose={() => onView('none')} />
      </div>
    </DropMenu>
  );
}

interface ChoiceProps {
  label: string;
  count?: number;
  color?: string | undefined;
  chosen: boolean;
  onChoose: () => void;
}

function Choice({ label, count, color, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      role="menuitemradio"
      tabIndex={-1}
      aria-checked={chosen}
      aria-label={count === undefined ? label : `${label}, ${t('ink.strokes', { count })}`}
      className="menu-item"
      onClick={onChoose}
    >
      <IconCheck size={16} aria-hidden />
      <span className="ink-person" dir="auto">
        {label}
      </span>
      {color !== undefined && <span className="ink-swatch ink-person-color" style={{ '--ink-color': color }} />}
      {count !== undefined && <span className="ink-count">{count}</span>}
    </button>
  );
}
