import type { ReactNode, RefObject } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { DeckDetail } from '#shared/decks.ts';
import { KEY_NAMES } from '#web/stage/controls/key-names.ts';
import { Stage } from '#web/stage/frames/Stage.tsx';
import type { DeckPosition } from '#web/stage/position/deck-position.ts';
import type { StageView } from '#web/stage/view/use-stage-view.ts';
import type { Blank } from '#web/talks/window/talk-window.ts';

interface CurrentSlideProps {
  deck: DeckDetail;
  baseUrl: string;
  sandbox: readonly string[];
  position: DeckPosition;
  view: StageView;
  frame: RefObject<HTMLIFrameElement | null>;
  blank: Blank;
  /** Whether the slide is shown to others. In a rehearsal the audience only would see it. */
  isLive: boolean;
  onShow: () => void;
  overlay: ReactNode;
  /** Tools shown over the slide. */
  children: ReactNode;
}

/** The slide as the audience sees it. If the audience sees a blank screen, the presenter still sees the slide and a hint. */
export function CurrentSlide(props: CurrentSlideProps) {
  const { deck, baseUrl, sandbox, position, view, frame, blank, isLive, onShow, overlay, children } = props;
  const { t } = useTranslation();
  const words = blank === null ? '' : t(`presenter.${blank}${isLive ? 'On' : 'Rehearsed'}`);
  return (
    <section className="current-slide" aria-label={t('presenter.current')} data-blank={blank ?? 'no'}>
      {/* No autoplay: if both windows are on one machine, the sound would play twice. */}
      <Stage
        deck={deck}
        baseUrl={baseUrl}
        sandbox={sandbox}
        position={position}
        view={view}
        frame={frame}
        allow=""
        overlay={overlay}
      />
      {blank !== null && (
        <button type="button" className="blank-notice" onClick={onShow}>
          <strong>{words}</strong>
          <span>
            {/* Screen readers read the key with the sentence. */}
            <Trans
              t={t}
              i18nKey="presenter.blankEnds"
              values={{ key: KEY_NAMES[blank === 'question' ? 'close' : blank][0] }}
              components={{ key: <kbd /> }}
            />
          </span>
        </button>
      )}
      <p className="visually-hidden" role="status">
        {words}
      </p>
      {children}
    </section>
  );
}
