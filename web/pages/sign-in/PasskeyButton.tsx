import { useTranslation } from 'react-i18next';
import { faultWords } from '#web/lib/fault-words.ts';
import { canUsePasskeys, unlockPasskey } from '#web/lib/passkeys.ts';
import type { SignInRequest } from '#web/lib/session.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { Button } from '#web/ui/Button.tsx';
import { FormFault } from './FormFault.tsx';

interface PasskeyButtonProps {
  /** Whether it is what this page asks for. */
  isMain?: boolean;
  onSubmit: (request: SignInRequest) => Promise<void>;
}

/** Signs in with a passkey of this device or of a password manager. Nothing in a browser that cannot use any. */
export function PasskeyButton({ isMain = false, onSubmit }: PasskeyButtonProps) {
  const { t } = useTranslation();
  const attempt = useSubmit({
    mutationFn: async () => {
      const unlocked = await unlockPasskey();
      if (unlocked === null) return { isRefused: true };
      await onSubmit(unlocked);
      return { isRefused: false };
    },
  });
  if (!canUsePasskeys()) return null;
  const refusal = attempt.data?.isRefused === true ? t('account.passkeyNotUsed') : null;
  return (
    <div className="passkey-button">
      <FormFault words={attempt.isError ? faultWords(attempt.error, t) : refusal} />
      <Button
        variant={isMain ? 'filled' : 'default'}
        size="large"
        fullWidth
        loading={attempt.isPending}
        onClick={() => attempt.mutate()}
      >
        {t('account.usePasskey')}
      </Button>
    </div>
  );
}
