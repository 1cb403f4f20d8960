import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RendererState } from '#shared/health.ts';
import type { SystemFacts } from '#shared/system.ts';
import { formatBytes } from '#web/lib/format.ts';

/** The health of each part, and how an admin gets pictures if no renderer makes them. */
export function Parts({ health: { checks }, database, storage, renderer }: SystemFacts) {
  const { t } = useTranslation();
  const id = useId();
  const { version, isEmbedded, bytes } = database;
  const { state, browser } = renderer;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('system.parts')}</h2>
      <dl className="system-parts">
        <Part name={t('system.part.database')} state={checks.db}>
          <p>{t(`system.database.${isEmbedded ? 'embedded' : 'external'}`, { version, size: formatBytes(bytes) })}</p>
        </Part>
        <Part name={t('system.part.storage')} state={checks.storage}>
          <p>
            {t(`system.store.${storage.kind}`)}{' '}
            {storage.freeBytes !== null && t('system.free', { size: formatBytes(storage.freeBytes) })}
          </p>
        </Part>
        <Part name={t('system.part.renderer')} state={state}>
          <p>{t(`system.renderer.${state}`, { browser: browser ?? '' })}</p>
          {(state === 'off' || state === 'unavailable') && <p className="ledger-hint">{t(`system.rendererHelp.${state}`)}</p>}
        </Part>
      </dl>
    </section>
  );
}

interface PartProps {
  name: string;
  state: 'ok' | 'error' | RendererState;
  children: ReactNode;
}

function Part({ name, state, children }: PartProps) {
  const { t } = useTranslation();
  const isFault = state === 'error' || state === 'unavailable';
  return (
    <div>
      <dt>{name}</dt>
      <dd className="system-state" data-fault={isFault} data-off={state === 'off' || state === 'starting'}>
        {t(`system.state.${state}`)}
      </dd>
      <dd>{children}</dd>
    </div>
  );
}
