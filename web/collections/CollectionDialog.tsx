import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Collection } from '#shared/collections.ts';
import type { Visibility } from '#shared/decks.ts';
import { COLLECTION_NAME_MAX } from '#shared/limits.ts';
import { readDeckListsAgain } from '#web/decks/deck-lists.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { api } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Choice } from '#web/ui/Segments.tsx';
import { TextField } from '#web/ui/TextField.tsx';

interface CollectionDialogProps {
  /** The collection to change. Without it, a new one is created. */
  collection?: Collection;
  /** Called with a new collection, instead of opening its page. */
  onCreated?: (collection: Collection) => void;
  onClose: () => void;
}

/** Creates a collection, or changes its name and who sees it. */
export function CollectionDialog({ collection, onCreated, onClose }: CollectionDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [name, setName] = useState(collection?.name ?? '');
  const [visibility, setVisibility] = useState<Visibility>(collection?.visibility ?? 'private');
  const save = useMutation({
    mutationFn: () =>
      collection === undefined
        ? api.collections.create.mutate({ name, visibility })
        : api.collections.update.mutate({ id: collection.id, name, visibility }),
    onSuccess: async (saved) => {
      await readDeckListsAgain();
      onClose();
      if (collection !== undefined) return;
      if (onCreated !== undefined) onCreated(saved);
      else await navigate({ to: '/collections/$collectionId', params: { collectionId: saved.id } });
    },
  });
  return (
    <Dialog
      title={t(collection === undefined ? 'collections.newTitle' : 'collections.editTitle')}
      closeLabel={t('shell.close')}
      onClose={onClose}
    >
      <form
        className="collection-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save.mutate();
        }}
      >
        <TextField
          label={t('collections.name')}
          value={name}
          maxLength={COLLECTION_NAME_MAX}
          required
          data-autofocus
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
          error={save.error !== null && faultWords(save.error, t)}
        />
        <Choice
          label={t('collections.whoSees')}
          value={visibility}
          options={(['private', 'team'] as const).map((value) => ({ value, label: t(`collections.visibility.${value}`) }))}
          onChange={setVisibility}
        >
          <p className="collection-hint">{t(`collections.visibilityHint.${visibility}`)}</p>
        </Choice>
        <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
          {t(collection === undefined ? 'collections.create' : 'collections.save')}
        </Button>
      </form>
    </Dialog>
  );
}
