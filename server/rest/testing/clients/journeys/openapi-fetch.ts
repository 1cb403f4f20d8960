import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript.ts';
import { type Report, type Start, STROKE } from './journey.ts';

export async function journey({ baseUrl, key, file }: Start): Promise<Report> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } });
  const form = new FormData();
  form.set('file', file);
  form.set('title', 'By openapi-fetch');
  const { data: deck } = await client.POST('/decks', { body: { file: '' }, bodySerializer: () => form });
  if (deck === undefined) throw new Error('the upload was refused');
  const path = { id: deck.id };
  const { data: page } = await client.GET('/decks', {
    params: { query: { query: 'openapi-fetch', updatedSince: deck.updatedAt } },
  });
  const at = { id: deck.id, slideIndex: 1 };
  const { data: note } = await client.PUT('/decks/{id}/notes/{slideIndex}', { params: { path: at }, body: { body: 'Slowly' } });
  const { error: overtaken } = await client.PUT('/decks/{id}/notes/{slideIndex}', {
    params: { path: at, header: { 'If-Match': '"7"' } },
    body: { body: 'Late' },
  });
  await client.POST('/decks/{id}/annotations/{slideIndex}/strokes', {
    params: { path: at },
    body: { add: [STROKE], erase: [] },
  });
  const { data: annotations } = await client.GET('/decks/{id}/annotations', { params: { path } });
  const payload = annotations?.items[0]?.payload;
  const drawing = typeof payload === 'object' && payload !== null && 'strokes' in payload ? payload.strokes : [];
  const { data: bytes } = await client.GET('/decks/{id}/blob', { params: { path }, parseAs: 'blob' });
  const { error: invalid } = await client.PATCH('/decks/{id}', { params: { path }, body: { title: ' ' } });
  await client.DELETE('/decks/{id}', { params: { path } });
  const { error: gone } = await client.GET('/decks/{id}', { params: { path } });
  return {
    title: deck.title,
    found: page?.items.map(({ title }) => title) ?? [],
    note: note?.body ?? '',
    overtaken: overtaken?.error.code ?? '',
    strokes: (drawing as { tool: string }[]).map(({ tool }) => tool),
    bytes: bytes?.size ?? 0,
    invalid: invalid?.error.details.issues?.[0]?.path ?? '',
    gone: gone?.error.code ?? '',
  };
}
