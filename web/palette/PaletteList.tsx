import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { type FoundPlace, slideAddress, slideNumbers } from '#web/decks/slide-address.ts';
import { thumbnailAddress } from '#web/decks/picture-facts.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { MarkedText } from '#web/ui/MarkedText.tsx';
import type { PaletteHere } from './palette-command.ts';
import type { PaletteGroup, PaletteItem } from './palette-items.ts';

interface PaletteListProps {
  id: string;
  groups: readonly PaletteGroup[];
  /** The key of the selected item. */
  selected: string | null;
  /** Whether the items are those of an earlier text. */
  isStale: boolean;
  here: PaletteHere | undefined;
  /** Closes the palette, then runs what was chosen. */
  onChoose: (run?: () => void) => void;
}

/** The id of the element of an item. */
export const optionId = (listId: string, key: string): string => `${listId}-${key}`;

/** The items of the palette in their groups. The focus stays in the field, which names the selected item. */
export function PaletteList({ id, groups, selected, isStale, here, onChoose }: PaletteListProps) {
  const { t } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the field has the focus
    <div
      id={id}
      role="listbox"
      aria-label={t('palette.results')}
      aria-busy={isStale}
      className="palette-list"
      hidden={groups.length === 0}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ name, items }) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <p id={`${id}-${name}`} className="palette-group" role="presentation">
            {t(`palette.groups.${name}`)}
          </p>
          {items.map((item) => (
            <Option
              key={item.key}
              id={optionId(id, item.key)}
              item={item}
              isSelected={item.key === selected}
              here={here}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps extends Pick<PaletteListProps, 'here' | 'onChoose'> {
  id: string;
  item: PaletteItem;
  isSelected: boolean;
}

/** Decks and slides are links, so that they can be opened in another tab. */
function Option({ id, item, isSelected, here, onChoose }: OptionProps) {
  const { t } = useTranslation();
  const shared = { id, role: 'option', tabIndex: -1, 'aria-selected': isSelected, className: 'palette-item' } as const;
  const follow = (event: MouseEvent, run?: () => void) => {
    if (isModified(event)) return;
    if (run !== undefined) event.preventDefault();
    onChoose(run);
  };
  switch (item.is) {
    case 'command': {
      const { Icon, label, shortcut, run } = item.command;
      return (
        <button type="button" {...shared} onClick={() => onChoose(run)}>
          <span className="palette-icon">
            <Icon size={18} aria-hidden />
          </span>
          <span className="palette-words">{label}</span>
          {shortcut !== undefined && <kbd aria-hidden>{shortcut}</kbd>}
        </button>
      );
    }
    case 'deck': {
      const { deck, title } = item;
      return (
        <Link {...shared} to="/decks/$deckId" params={{ deckId: deck.id }} search={{}} onClick={(event) => follow(event)}>
          <Picture url={deck.hasThumbnail ? thumbnailAddress(deck) : null} />
          <Words title={<MarkedText pieces={title} />} text={deck.owner.name} />
          <span className="palette-fact">{t('deck.slides', { count: deck.shownSlideCount ?? deck.slideCount })}</span>
        </Link>
      );
    }
    case 'all':
      return (
        <Link {...shared} to="/search" search={{ q: item.text }} onClick={(event) => follow(event)}>
          <span className="palette-icon">
            <IconSearch size={18} aria-hidden />
          </span>
          <span className="palette-words">{t('palette.all', { text: item.text })}</span>
        </Link>
      );
    case 'person': {
      const { id: personId, name, email } = item.person;
      return (
        <Link {...shared} to="/" search={{ person: personId }} onClick={(event) => follow(event)}>
          <Avatar person={item.person} />
          <Words title={name} text={email} />
          <span className="palette-fact">{t('palette.decksOf')}</span>
        </Link>
      );
    }
    case 'slide': {
      const { hit, place } = item;
      const { deck, field, thumbnailUrl, snippet } = hit;
      const go = here?.deckId === deck.id ? here.goTo : undefined;
      return (
        <Link
          {...shared}
          {...slideAddress(deck, place)}
          onClick={(event) => follow(event, go === undefined ? undefined : () => go(place))}
        >
          <Picture url={thumbnailUrl} />
          <Words title={deck.title} text={<MarkedText pieces={snippet} />} />
          <span className="palette-fact">
            <SlideNumber deck={deck} place={place} />
            {field !== 'slide' && field !== 'title' && <span>{t(`palette.fields.${field}`)}</span>}
          </span>
        </Link>
      );
    }
  }
}

function SlideNumber({ deck, place }: { deck: Deck; place: FoundPlace }) {
  const { t } = useTranslation();
  const { number, inner } = slideNumbers(deck, place);
  return <span>{inner === null ? t('palette.slide', { number }) : t('palette.slideInside', { number, inner })}</span>;
}

/** Two lines; the second one may be longer than there is space for. */
function Words({ title, text }: { title: ReactNode; text: ReactNode }) {
  return (
    <span className="palette-words">
      <span className="palette-title" dir="auto">
        {title}
      </span>
      <span className="palette-text" dir="auto">
        {text}
      </span>
    </span>
  );
}

/** The picture of a slide. An empty slide until it is there, or if there is none. */
function Picture({ url }: { url: string | null }) {
  return (
    <span className="palette-picture" aria-hidden="true">
      {url !== null && <img key={url} src={url} alt="" loading="lazy" onError={hide} />}
    </span>
  );
}

function hide({ currentTarget }: { currentTarget: HTMLElement }): void {
  currentTarget.hidden = true;
}

/** Whether the browser opens the link elsewhere: in another tab or window, or as a file. */
function isModified({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
