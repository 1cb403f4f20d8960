import i18n from 'i18next';
import type { Deck } from '#shared/decks.ts';
import type { DeckVersion } from '#shared/versions.ts';
import { faultWords } from '#web/lib/fault-words.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { api, trpc } from '#web/lib/trpc.ts';
import { toastStore } from '#web/ui/toast-store.ts';
import { chooseVersion } from './kept-version.ts';
import { showCurrentVersion } from './show-current-version.ts';

/** Makes an older version current again and offers to undo it. Returns false if the server refused. */
export async function restoreVersion(
  { id, title }: Pick<Deck, 'id' | 'title'>,
  { id: versionId, number }: DeckVersion,
  before?: DeckVersion,
): Promise<boolean> {
  try {
    await api.versions.restore.mutate({ id, versionId });
  } catch (thrown) {
    toastStore.fault(faultWords(thrown));
    void queryClient.invalidateQueries(trpc.versions.list.queryFilter({ id }));
    return false;
  }
  chooseVersion(id, versionId);
  await showCurrentVersion(id);
  toastStore.show({
    text: i18n.t('versions.nowCurrent', { number, title }),
    ...(before !== undefined && {
      action: { label: i18n.t('shell.undo'), run: () => void restoreVersion({ id, title }, before) },
    }),
  });
  return true;
}
