import { IconDownload } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deck } from '#shared/decks.ts';
import type { DeckVersion, ListedVersion } from '#shared/versions.ts';
import { formatBytes, formatMoment, formatSince } from '#web/lib/format.ts';
import { changeWords } from './change-words.ts';
import { restoreVersion } from './restore-version.ts';
import { deckDialogs } from '#web/decks/deck-dialogs.ts';

interface VersionRowProps {
  deck: Pick<Deck, 'id' | 'title'>;
  version: ListedVersion;
  current: DeckVersion | undefined;
  changeable: boolean;
  /** Whether a version in the list has a picture, so that the others leave room for one. */
  hasPictures: boolean;
}

export function VersionRow({ deck, version, current, changeable, hasPictures }: VersionRowProps) {
  const { t } = useTranslation();
  // In the player the version replaces what is shown, so that Back still leaves the deck.
  const isOpen = useParams({ strict: false }).deckId === deck.id;
  const [restoring, setRestoring] = useState(false);
  const { number, createdAt, createdBy, thumbnailUrl } = version;

  const restore = async () => {
    setRestoring(true);
    if (await restoreVersion(deck, version, current)) deckDialogs.close();
    else setRestoring(false);
  };

  return (
    <li className="version-row" data-current={version.current}>
      {hasPictures && <VersionPicture key={thumbnailUrl} url={thumbnailUrl} />}
      <div className="version-facts">
        <p className="version-number">
          {t('versions.number', { number })}
          {version.current && <span> {t('versions.current')}</span>}
        </p>
        {version.changes !== null && <p className="version-changes">{changeWords(version.changes, t)}</p>}
        <p className="versions-hint">
          <time dateTime={createdAt} title={formatMoment(createdAt)}>
            {t('versions.by', { name: createdBy.name, since: formatSince(createdAt) })}
          </time>
        </p>
        <p className="facts versions-hint">
          <span>{t('deck.slides', { count: version.shownSlideCount ?? version.slideCount })}</span>
          <span>{formatBytes(version.sizeBytes)}</span>
        </p>
      </div>
      {!version.current && (
        <Link
          className="version-button version-act"
          to="/decks/$deckId/compare"
          params={{ deckId: deck.id }}
          search={{ from: version.id }}
          aria-label={t('versions.compareWithCurrentOf', { number })}
          onClick={deckDialogs.close}
        >
          {t('versions.compareWithCurrent')}
        </Link>
      )}
      {!version.current && (
        <Link
          className="version-button version-act"
          to="/decks/$deckId"
          params={{ deckId: deck.id }}
          search={{ version: version.id }}
          replace={isOpen}
          aria-label={t('versions.viewOf', { number })}
          onClick={deckDialogs.close}
        >
          {t('versions.view')}
        </Link>
      )}
      {changeable && !version.current && (
        <button
          type="button"
          className="version-button version-act"
          aria-label={t('versions.restoreOf', { number })}
          disabled={restoring}
          onClick={() => void restore()}
        >
          {t('versions.restore')}
        </button>
      )}
      <a
        className="version-button"
        href={`/api/decks/${deck.id}/versions/${version.id}/blob`}
        download
        aria-label={t('versions.download', { number })}
        title={t('versions.download', { number })}
      >
        <IconDownload size={18} aria-hidden />
      </a>
    </li>
  );
}

/** The first slide; an empty area if there is no picture. The text beside it says which version it is. */
function VersionPicture({ url }: { url: string | null }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <div className="version-picture" aria-hidden="true">
      {url !== null && !isBroken && <img src={url} alt="" loading="lazy" onError={() => setBroken(true)} />}
    </div>
  );
}
