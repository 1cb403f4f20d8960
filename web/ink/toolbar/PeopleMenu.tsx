import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PersonDot } from '#web/ui/Avatar.tsx';
import { DropMenu, MenuGroup, MenuOption } from '#web/ui/DropMenu.tsx';
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
      <MenuGroup label={t('ink.show')} value={now}>
        <Choice label={t('ink.everybody')} count={total} value="all" onChoose={() => onView('all')} />
        <Choice label={t('ink.mine')} count={mine?.count ?? 0} personId={myId} value="mine" onChoose={() => onView('mine')} />
        {others.map(({ person, count }) => (
          <Choice
            key={person.id}
            label={person.name}
            count={count}
            personId={person.id}
            value={person.id}
            onChoose={() => onView({ authorId: person.id })}
          />
        ))}
        <Choice label={t('ink.nobody')} value="none" onChoose={() => onView('none')} />
      </MenuGroup>
    </DropMenu>
  );
}

interface ChoiceProps {
  label: string;
  count?: number;
  personId?: string;
  value: string;
  onChoose: () => void;
}

function Choice({ label, count, personId, value, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <MenuOption
      value={value}
      label={count === undefined ? label : `${label}, ${t('ink.strokes', { count })}`}
      onChoose={onChoose}
    >
      <span className="ink-person" dir="auto">
        {label}
      </span>
      {personId !== undefined && <PersonDot personId={personId} />}
      {count !== undefined && <span className="ink-count">{count}</span>}
    </MenuOption>
  );
}
