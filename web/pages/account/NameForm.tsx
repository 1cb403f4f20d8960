import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { USER_NAME_MAX } from '#shared/limits.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { keepOwnName } from '#web/lib/session.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useSubmit } from '#web/lib/use-submit.ts';
import { FormFault } from '#web/pages/sign-in/FormFault.tsx';
import { toastStore } from '#web/ui/toast-store.ts';

export function NameForm({ name }: { name: string }) {
  const { t } = useTranslation();
  const router = useRouter();
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  const rename = useSubmit(
    trpc.account.rename.mutationOptions({
      onSuccess: (user) => {
        keepOwnName(user.name);
        toastStore.show({ text: t('profile.nameKept', { name: user.name }) });
        return router.invalidate();
      },
    }),
  );
  return (
    <form
      className="account-fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== '' && wanted !== name) rename.mutate({ name: wanted });
      }}
    >
      <TextField
        name="name"
        label={t('profile.name')}
        description={t('profile.nameHint')}
        autoComplete="name"
        dir="auto"
        maxLength={USER_NAME_MAX}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormFault words={rename.isError ? faultWords(rename.error, t) : null} />
      {wanted !== '' && wanted !== name && (
        <Button type="submit" loading={rename.isPending}>
          {t('profile.keepName')}
        </Button>
      )}
    </form>
  );
}
