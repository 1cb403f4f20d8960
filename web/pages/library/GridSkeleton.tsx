import { useTranslation } from 'react-i18next';

export function GridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <span className="visually-hidden">{t('shell.loading')}</span>
      <div className="deck-grid" aria-hidden="true">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="deck-skeleton">
            <div />
            <p />
            <p />
          </div>
        ))}
      </div>
    </div>
  );
}
