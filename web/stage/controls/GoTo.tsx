import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface GoToProps {
  count: number;
  /** Digits typed before the field was open. */
  digits: string;
  onGo: (index: number) => void;
  onClose: () => void;
}

/** A field to go to a slide by number. */
export function GoTo({ count, digits, onGo, onClose }: GoToProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(digits);
  return (
    <form
      className="go-to"
      onSubmit={(event) => {
        event.preventDefault();
        const number = Number(typed);
        if (number >= 1) onGo(Math.min(number, count) - 1);
        onClose();
      }}
    >
      <label>
        {t('player.goTo')}
        <input
          // The user has started typing the number, so the field takes the focus at once.
          ref={(field) => field?.focus()}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          onBlur={onClose}
        />
      </label>
      <p>{t('player.goToHint', { count })}</p>
    </form>
  );
}
