import './provider-button.css';
import { useTranslation } from 'react-i18next';
import type { SignInMethods } from '#shared/sign-in-methods.ts';
import { faultFrom } from '#web/lib/fault.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { type ProviderWish, toProvider } from '#web/lib/session.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormFault } from './FormFault.tsx';

interface ProviderButtonProps {
  provider: NonNullable<SignInMethods['provider']>;
  wish: ProviderWish;
  /** Whether it is the only way on this page. */
  isOnly: boolean;
}

/** Leaves the page for the sign-in provider. It can be pressed although the provider could not be reached: the server then tries again. */
export function ProviderButton({ provider: { name, reachable }, wish, isOnly }: ProviderButtonProps) {
  const { t } = useTranslation();
  const leave = useSubmit({ mutationFn: () => toProvider(wish) });
  const isDown = leave.isError ? faultFrom(leave.error).details['reason'] === 'PROVIDER_UNREACHABLE' : !reachable;
  return (
    <div className="provider">
      {!isOnly && <p className="provider-or">{t('account.or')}</p>}
      <Button
        size="large"
        fullWidth
        variant={isOnly ? 'filled' : 'default'}
        loading={leave.isPending || leave.isSuccess}
        onClick={() => leave.mutate()}
      >
        {t('account.continueWith', { name })}
      </Button>
      <FormFault words={isDown ? t('account.providerDown', { name }) : leave.isError ? faultWords(leave.error, t) : null} />
    </div>
  );
}
