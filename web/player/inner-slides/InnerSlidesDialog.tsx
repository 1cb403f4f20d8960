import './inner-slides.css';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { SLIDE_SELECTOR_MAX } from '#shared/limits.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import type { TrustControls } from '#web/player/trust/use-deck-trust.ts';
import type { SlideCandidate } from '#web/protocol/messages.ts';
import { Dialog } from '#web/ui/Dialog.tsx';

interface InnerSlidesDialogProps {
  controls: TrustControls;
  /** What the document of the deck suggests. Untrusted text. */
  candidates: readonly SlideCandidate[];
  onClose: () => void;
}

const AUTOMATIC = 'automatic';
const OTHER = 'other';

/** Lets an editor of a deck say which elements of its document are the slides, if the player has not found the right ones. */
export function InnerSlidesDialog({ controls, candidates, onClose }: InnerSlidesDialogProps) {
  const { t } = useTranslation();
  const { slideSelector } = controls.trust;
  const isListed = candidates.some(({ selector }) => selector === slideSelector);
  const [choice, setChoice] = useState(slideSelector === null ? AUTOMATIC : isListed ? slideSelector : OTHER);
  const [typed, setTyped] = useState(isListed ? '' : (slideSelector ?? ''));
  const choices: readonly { value: string; words: string; more?: string }[] = [
    { value: AUTOMATIC, words: t('innerSlides.automatic') },
    ...candidates.map(({ selector, count }) => ({ value: selector, words: selector, more: t('player.slides', { count }) })),
    { value: OTHER, words: t('innerSlides.other') },
  ];
  const wrong = choice === OTHER && typed.trim() !== '' && !isSelector(typed);
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (wrong || (choice === OTHER && typed.trim() === '')) return;
    controls.settle({ slideSelector: choice === AUTOMATIC ? null : choice === OTHER ? typed.trim() : choice });
    onClose();
  };
  return (
    <Dialog title={t('innerSlides.title')} closeLabel={t('shell.close')} onClose={onClose}>
      <form className="inner-slides" onSubmit={save}>
        <p>{t('innerSlides.lead')}</p>
        <fieldset aria-label={t('innerSlides.title')}>
          {choices.map(({ value, words, more }) => (
            <label key={value}>
              <input type="radio" name="slides" value={value} checked={choice === value} onChange={() => setChoice(value)} />
              <span>{words}</span>
              {more !== undefined && <small>{more}</small>}
            </label>
          ))}
        </fieldset>
        {choice === OTHER && (
          <TextField
            aria-label={t('innerSlides.selector')}
            placeholder="main > section"
            error={wrong && t('innerSlides.wrong')}
            maxLength={SLIDE_SELECTOR_MAX}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {controls.fault !== null && <p role="alert">{faultWords(controls.fault, t)}</p>}
        <Button type="submit" loading={controls.saving}>
          {t('innerSlides.save')}
        </Button>
      </form>
    </Dialog>
  );
}

function isSelector(text: string): boolean {
  try {
    document.createDocumentFragment().querySelector(text);
    return true;
  } catch {
    return false;
  }
}
