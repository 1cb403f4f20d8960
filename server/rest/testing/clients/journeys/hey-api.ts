import {
  createDeck,
  deleteDeck,
  downloadDeck,
  drawAnnotation,
  getDeck,
  listAnnotations,
  listDecks,
  setNote,
  updateDeck,
} from '../generated/hey-api/index.ts';
import { client } from '../generated/hey-api/client.gen.ts';
import { type Report, type Start, STROKE } from './journey.ts';

export async function journey({ baseUrl, key, file }: Start): Promise<Report> {
  client.setConfig({ baseUrl, auth: () => key });
  const { data: deck } = await createDeck({ body: { file, title: 'By hey-api' }, throwOnError: true });
  const path = { id: deck.id };
  const { data: page } = await listDecks({ query: { query: 'hey-api', updatedSince: deck.updatedAt }, throwOnError: true });
  const at = { id: deck.id, slideIndex: 1 };
  const { data: note } = await setNote({ path: at, body: { body: 'Slowly' }, throwOnError: true });
  const { error: overtaken } = await setNote({ path: at, body: { body: 'Late' }, headers: { 'If-Match': '"7"' } });
  await drawAnnotation({ path: at, body: { add: [STROKE], erase: [] }, throwOnError: true });
  const { data: annotations } = await listAnnotations({ path, throwOnError: true });
  const payload = annotations.items[0]?.payload;
  const drawing = typeof payload === 'object' && payload !== null && 'strokes' in payload ? payload.strokes : [];
  const { data: bytes } = await downloadDeck({ path, throwOnError: true, parseAs: 'blob' });
  const { error: invalid } = await updateDeck({ path, body: { title: ' ' } });
  await deleteDeck({ path, throwOnError: true });
  const { error: gone } = await getDeck({ path });
  return {
    title: deck.title,
    found: page.items.map(({ title }) => title),
    note: note.body,
    overtaken: overtaken?.error.code ?? '',
    strokes: (drawing as { tool: string }[]).map(({ tool }) => tool),
    bytes: bytes instanceof Blob ? bytes.size : 0,
    invalid: invalid?.error.details.issues?.[0]?.path ?? '',
    gone: gone?.error.code ?? '',
  };
}
