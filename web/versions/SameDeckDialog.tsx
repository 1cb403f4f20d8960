import './same-deck.css';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, type SyntheticEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import { DeckPicture } from '#web/decks/DeckPicture.tsx';
import { formatSince } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { type MatchedFile, newDecks } from '#web/uploads/new-decks.ts';
import { uploadQueue } from '#web/uploads/upload-queue.ts';
import { replaceDeck } from './replace-deck.ts';

type Choice = 'version' | 'separate' | 'skip';

/** Asks for each file whether it becomes a new version of the deck that it matches, or a separate deck. */
export function SameDeckDialog({ files }: { files: readonly MatchedFile[] }) {
  const [only] = files;
  return files.length === 1 && only !== undefined ? <OneFile matched={only} /> : <SeveralFiles files={files} />;
}

function upload(matched: MatchedFile, choice: Choice): void {
  const { deck, file, visibility } = matched;
  newDecks.forget([matched]);
  if (choice === 'version') replaceDeck(deck, file);
  else if (choice === 'separate') uploadQueue.add([file], visibility);
}

function OneFile({ matched }: { matched: MatchedFile }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const leadId = useId();
  const { deck, file, isIdentical, isRenamed } = matched;
  const answer = (choice: Choice) => upload(matched, choice);
  const open = () => {
    newDecks.forget([matched]);
    void navigate({ to: '/decks/$deckId', params: { deckId: deck.id } });
  };
  return (
    <Dialog
      title={t(isIdentical ? 'sameDeck.identicalTitle' : 'sameDeck.title', { title: deck.title })}
      closeLabel={t('shell.close')}
      onClose={() => answer('skip')}
    >
      <p id={leadId} className="same-deck-lead">
        {t(isIdentical ? 'sameDeck.identicalLead' : isRenamed ? 'sameDeck.leadRenamed' : 'sameDeck.lead', {
          name: file.name,
        })}
      </p>
      <MatchedDeck deck={deck}>
        <p className="same-deck-title" dir="auto">
          {deck.title}
        </p>
      </MatchedDeck>
      <div className="same-deck-buttons">
        <Button variant="default" onClick={() => answer('skip')}>
          {t('sameDeck.cancel')}
        </Button>
        <Button variant="default" onClick={() => answer('separate')}>
          {t('sameDeck.separate')}
        </Button>
        <Button data-autofocus aria-describedby={leadId} onClick={isIdentical ? open : () => answer('version')}>
          {t(isIdentical ? 'sameDeck.open' : 'sameDeck.version')}
        </Button>
      </div>
    </Dialog>
  );
}

function SeveralFiles({ files }: { files: readonly MatchedFile[] }) {
  const { t } = useTranslation();
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  const choiceOf = (matched: MatchedFile) => choices.get(matched.id) ?? firstChoice(matched, files);
  const uploadAll = (event: SyntheticEvent) => {
    event.preventDefault();
    for (const matched of files) upload(matched, choiceOf(matched));
  };
  return (
    <Dialog title={t('sameDeck.severalTitle')} closeLabel={t('shell.close')} onClose={() => newDecks.forget(files)}>
      <form onSubmit={uploadAll}>
        <p className="same-deck-lead">{t('sameDeck.severalLead')}</p>
        <ul className="same-deck-files">
          {files.map((matched, at) => (
            <FileRow
              key={matched.id}
              matched={matched}
              choice={choiceOf(matched)}
              isFirst={at === 0}
              onChoose={(choice) => setChoices(new Map([...choices, [matched.id, choice]]))}
            />
          ))}
        </ul>
        <div className="same-deck-buttons">
          <Button variant="default" onClick={() => newDecks.forget(files)}>
            {t('sameDeck.cancel')}
          </Button>
          <Button type="submit">{t('sameDeck.upload')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The same bytes need no upload. Of several files with one title, only the first becomes its new version unless the user decides otherwise. */
function firstChoice({ deck, isIdentical, id }: MatchedFile, files: readonly MatchedFile[]): Choice {
  if (isIdentical) return 'skip';
  return files.find((other) => other.deck.id === deck.id)?.id === id ? 'version' : 'separate';
}

interface FileRowProps {
  matched: MatchedFile;
  choice: Choice;
  isFirst: boolean;
  onChoose: (choice: Choice) => void;
}

function FileRow({ matched: { deck, file, isIdentical, isRenamed }, choice, isFirst, onChoose }: FileRowProps) {
  const { t } = useTranslation();
  const choices: readonly Choice[] = isIdentical ? ['skip', 'separate'] : ['version', 'separate', 'skip'];
  return (
    <li>
      <MatchedDeck deck={deck}>
        <p className="same-deck-title" dir="auto">
          {file.name}
        </p>
        <p className="same-deck-facts">
          {t(isIdentical ? 'sameDeck.identicalTo' : isRenamed ? 'sameDeck.newVersionOfRenamed' : 'sameDeck.newVersionOf', {
            title: deck.title,
          })}
        </p>
      </MatchedDeck>
      <Segments
        label={t('sameDeck.choiceOf', { name: file.name })}
        value={choice}
        options={choices.map((value) => ({ value, label: t(`sameDeck.${value}`) }))}
        startsFocused={isFirst}
        onChange={onChoose}
      />
    </li>
  );
}

/** The picture of the deck with `children` and what is known about the deck beside it. */
function MatchedDeck({ deck, children }: { deck: Deck; children: ReactNode }) {
  const { t } = useTranslation();
  const { user } = useRouteContext({ from: '/members' });
  return (
    <div className="same-deck">
      <DeckPicture deck={deck} />
      <div className="same-deck-words">
        {children}
        <p className="facts same-deck-facts">
          <span>{deck.ownerId === user.id ? t('deck.you') : deck.owner.name}</span>
          <span>{t('deck.slides', { count: deck.shownSlideCount ?? deck.slideCount })}</span>
          <span>{formatSince(deck.updatedAt)}</span>
        </p>
      </div>
    </div>
  );
}
