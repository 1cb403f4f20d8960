import { useTranslation } from 'react-i18next';
import type { OidcRefusalReason } from '#shared/sign-in-refusals.ts';
import { FormFault } from './FormFault.tsx';

/** Says why the provider has not signed the person in. */
export function RefusedLine({ reason, name }: { reason: OidcRefusalReason; name: string | undefined }) {
  const { t } = useTranslation();
  return <FormFault words={t(`refused.${reason}`, { name: name ?? t('refused.provider') })} />;
}
