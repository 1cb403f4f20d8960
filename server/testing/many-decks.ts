import { openClient } from '#server/db/client.ts';

/** The numbers of rows to insert. Other rows are in proportion: see `insertManyDecks`. */
export interface Crowd {
  readonly decks: number;
  readonly users: number;
}

/** The tables whose triggers make decks due for the index of searches. */
const TRIGGERING = ['decks', 'versions', 'notes'];

const TITLE_WORDS =
  'growth plan review quarter figures launch team budget roadmap customer pricing research training platform security design summit workshop update strategy'.split(
    ' ',
  );

/**
 * Fills an empty, migrated database with rows that lists and lookups read. It stores no packages.
 *
 * One of fifty decks is in the trash. Each deck has three slides, a note with one past state and a feed, and a render job for each version: one of fifty waits, and one of fifty has failed. Every second deck is shared with a user, has a link that someone has used and visited and that is open for an audience, and has an annotation with a
 * stroke, every fifth has a second version and a playback address, every tenth a talk that has ended. Every tenth deck was exported. Searches find the title and one slide of each deck. Three of four decks are visible to
 * the team. Each user has two sessions, a key, an invite, a remembered upload, a decision about trust and a window that shows a deck;
 * every hundredth user gives a talk. Each user has ten collections; each deck is in one, and every second deck has a star. The statistics are up to date afterwards.
 *
 * Ids are `deck-1`, `user-1` and so on.
 */
export async function insertManyDecks(url: string, { decks, users }: Crowd): Promise<void> {
  const sql = openClient(url, { max: 1, statementTimeoutMs: 0 });
  try {
    // Creating indexes afterwards is faster than updating them.
    const indexes = await sql<{ name: string; definition: string }[]>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace and not indisunique`;
    // Checking references afterwards, all rows of a table at once, is faster as well.
    const references = await sql<{ name: string; table: string; definition: string }[]>`
      select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace`;
    for (const { name, table } of references) await sql`alter table ${sql(table)} drop constraint ${sql(name)}`;
    for (const { name } of indexes) await sql`drop index ${sql(name)}`;
    // A running server must not index decks that have no packages.
    for (const table of TRIGGERING) await sql`alter table ${sql(table)} disable trigger user`;
    for (const statement of statementsFor(decks, users)) await sql.unsafe(statement);
    for (const table of TRIGGERING) await sql`alter table ${sql(table)} enable trigger user`;
    for (const { definition } of indexes) await sql.unsafe(definition);
    for (const { table, name, definition } of references) {
      await sql`alter table ${sql(table)} add constraint ${sql(name)} ${sql.unsafe(definition)}`;
    }
    await sql`vacuum analyze`;
  } finally {
    await sql.end();
  }
}

function statementsFor(decks: number, users: number): string[] {
  const words = `array[${TITLE_WORDS.map((word) => `'${word}'`).join(', ')}]`;
  const word = (factor: number) => `(${words})[1 + (n * ${factor} + n / 20) % ${TITLE_WORDS.length}]`;
  const versions = decks + Math.floor(decks / 5);
  const fingerprint = `'sha256-' || lpad(to_hex(n), 64, '0')`;
  // The factors for the times of creation and last change are coprime to every count used here.
  const ago = (factor: number) => `now() - make_interval(secs => ((n::bigint * ${factor}) % ${decks}) * 60 + 1)`;
  const deckOfVersion = `case when n <= ${decks} then n else (n - ${decks}) * 5 end`;
  return [
    `insert into users (id, name, email, role) select 'user-' || n, 'Person ' || n, 'person' || n || '@example.com', case when n % 200 = 0 then 'admin' else 'user' end
       from generate_series(1, ${users}) n`,
    `insert into accounts (id, account_id, provider_id, user_id) select 'account-' || n, 'user-' || n, 'credential', 'user-' || n from generate_series(1, ${users}) n`,
    `insert into sessions (id, token, user_id, expires_at, updated_at) select 'session-' || n, 'token-' || n, 'user-' || 1 + n % ${users}, now() + interval '1 day', ${ago(7919)}
       from generate_series(1, ${users * 2}) n`,
    `insert into api_keys (id, user_id, name, prefix, secret_hash, access) select 'key-' || n, 'user-' || n, 'A script', 'lectern_' || n, 'hash-' || n, 'full' from generate_series(1, ${users}) n`,
    `insert into invites (id, token_hash, role, created_at, expires_at, created_by_id, used_at, used_by_id)
       select 'invite-' || n, 'hash-' || n, 'user', ${ago(7919)}, now(), 'user-' || n, now(), 'user-' || n from generate_series(1, ${users}) n`,
    `insert into password_resets (user_id, token_hash, created_by_id, expires_at)
       select 'user-' || n, 'hash-' || n, 'user-' || 1 + n % ${users}, now() + interval '1 day' from generate_series(1, ${users}) n`,
    `insert into authenticator_apps (user_id, secret, confirmed_at) select 'user-' || n, 'secret', now() from generate_series(1, ${users}) n`,
    `insert into passkeys (id, user_id, credential_id, public_key, counter, is_synced, name)
       select 'passkey-' || n, 'user-' || 1 + n % ${users}, 'credential-' || n, 'key', 0, true, 'Laptop' from generate_series(1, ${users * 2}) n`,
    `insert into recovery_codes (user_id, code_hash) select 'user-' || 1 + n % ${users}, 'hash-' || n from generate_series(1, ${users * 2}) n`,
    `insert into trusted_devices (id, user_id, token_hash, expires_at)
       select 'trusted-' || n, 'user-' || 1 + n % ${users}, 'hash-' || n, now() + interval '1 day' from generate_series(1, ${users * 2}) n`,
    `insert into pending_sign_ins (token_hash, user_id, expires_at)
       select 'hash-' || n, 'user-' || 1 + n % ${users}, now() + interval '1 day' from generate_series(1, ${users}) n`,
    `insert into audit_events (id, at, kind, actor_id, actor_name, address, request_id, details)
       select 'event-' || n, ${ago(7919)}, case when n % 3 = 0 then 'deck.deleted' else 'session.started' end, 'user-' || 1 + n % ${users}, 'A person', '192.0.2.1', 'request-' || n, '{}' from generate_series(1, ${decks}) n`,
    `insert into backups (id, started_at, ended_at, is_scheduled, directory, snapshot, rows, files, copied_bytes, error)
       select 'backup-' || n, ${ago(7919)}, now(), n % 3 > 0, '/backups', 'snapshot-' || n, 1000, 100, 100000, case when n % 7 = 0 then 'The disk is full.' end
       from generate_series(1, 1000) n`,
    `insert into deck_trust (user_id, fingerprint, hosts) select 'user-' || n, ${fingerprint}, '{}' from generate_series(1, ${users}) n`,
    `insert into rate_limits (key, points, expire) select 'limit-' || n, 1, now() from generate_series(1, ${users}) n`,
    `insert into decks (id, owner_id, title, visibility, current_version_id, fingerprint, slide_count, has_thumbnail, created_at, updated_at, deleted_at, deleted_by_id)
       select 'deck-' || n, 'user-' || 1 + (n * 31) % ${users}, initcap(${word(1)} || ' ' || ${word(7)}) || ' ' || ${word(3)} || ' ' || n, case when n % 4 = 0 then 'private' else 'team' end,
         'version-' || case when n % 5 = 0 then ${decks} + n / 5 else n end, ${fingerprint}, 3, false, ${ago(7919)}, ${ago(104_729)},
         case when n % 50 = 13 then ${ago(7919)} end, case when n % 50 = 13 then 'user-' || 1 + (n * 31) % ${users} end
       from generate_series(1, ${decks}) n`,
    `insert into deck_settings (deck_id, hosts) select 'deck-' || n, '{}' from generate_series(1, ${decks}) n`,
    `insert into deck_people (deck_id, user_id, access)
       select 'deck-' || n, 'user-' || 1 + (n * 17) % ${users}, case when n % 3 = 0 then 'edit' else 'read' end from generate_series(1, ${decks}, 2) n`,
    `insert into links (id, deck_id, name, created_by_id, created_at) select 'link-' || n, 'deck-' || n, 'For customers', 'user-' || 1 + n % ${users}, ${ago(7919)}
       from generate_series(1, ${decks}, 2) n`,
    `insert into visits (id, link_id, version_id, slide_count, started_at, last_seen_at, duration_ms, slides, last_slide, completion, device, is_followed)
       select 'visit-' || n || '-' || i, 'link-' || n, 'version-' || n, 3, ${ago(7919)} - make_interval(days => i), ${ago(7919)}, 5000, '[{"index":0,"milliseconds":5000}]', 0, 0.3, 'computer', true
       from generate_series(1, ${decks}, 2) n, generate_series(0, 2) i`,
    `insert into visitor_hashes (hash, day) select 'hash-' || n, current_date from generate_series(1, ${decks}) n`,
    `insert into visit_days (link_id, day, visits, visitors, deck_visitors, followed, completion, durations)
       select 'link-' || n, current_date - i, 1, 1, 1, 1, 0.3, array_fill(0, array[44]) from generate_series(1, ${decks}, 2) n, generate_series(0, 4) i`,
    `insert into visit_slide_days (link_id, day, slide_index, views, exits, times)
       select 'link-' || n, current_date - i, 0, 1, 1, array_fill(0, array[44]) from generate_series(1, ${decks}, 2) n, generate_series(0, 4) i`,
    `insert into visit_referrer_days (link_id, day, host, visits)
       select 'link-' || n, current_date - i, 'intranet.example', 1 from generate_series(1, ${decks}, 2) n, generate_series(0, 4) i`,
    `insert into talk_audiences (link_id, presenter_id, code, opened_at) select 'link-' || n, 'user-' || 1 + n % ${users}, 'code-' || n, now() - interval '3 hours'
       from generate_series(1, ${decks}, 2) n`,
    `insert into deck_feeds (deck_id, seq, deck_seq) select 'deck-' || n, 3, 1 from generate_series(1, ${decks}) n`,
    `insert into versions (id, deck_id, number, fingerprint, size_bytes, slide_count, has_thumbnail, blob_key, created_by_id)
       select 'version-' || n, 'deck-' || ${deckOfVersion}, case when n <= ${decks} then 1 else 2 end, ${fingerprint}, 100000, 3, false, 'blob-' || n, 'user-' || 1 + (n * 31) % ${users}
       from generate_series(1, ${versions}) n`,
    `insert into idempotency_keys (user_id, route, key, digest, created_at, holder, lease_until, version_id)
       select 'user-' || n, 'POST /api/decks', 'key', 'digest', now(), 'attempt', now(), 'version-' || n from generate_series(1, ${users}) n`,
    `insert into packages (version_id, manifest, entries) select 'version-' || n, json_build_object('title', 'Package ' || n, 'slides', '[]'::json), '[]' from generate_series(1, ${versions}) n`,
    `insert into slides (version_id, index, slide_key, manifest_id, digest)
       select 'version-' || n, i, 'slide-' || ${deckOfVersion} || '-' || i, 's' || i, 'digest-' || n || '-' || i from generate_series(1, ${versions}) n, generate_series(0, 2) i`,
    `insert into render_jobs (id, version_id, kind, priority, state, error, created_at, ended_at, blob_key)
       select 'job-' || n, 'version-' || n, 'pictures', n % 3, case n % 50 when 7 then 'queued' when 8 then 'failed' else 'done' end, case when n % 50 = 8 then 'lost' end, ${ago(7919)},
              case when n % 50 != 7 then now() end, case when n % 50 in (7, 8) then null else 'pictures-' || n end
       from generate_series(1, ${versions}) n`,
    `insert into exports (id, version_id, user_id, options, slides_done, slides_total, size_bytes, created_at, expires_at)
       select 'export-' || n, 'version-' || n, 'user-' || 1 + n % ${users}, '{"format":"png","steps":"last"}', 3, 3, 100000, now(), now() + interval '1 day' from generate_series(1, ${decks}, 10) n`,
    `insert into render_jobs (id, version_id, kind, export_id, priority, state, created_at, blob_key)
       select 'export-job-' || n, 'version-' || n, 'export', 'export-' || n, 2, 'done', now(), 'export-' || n from generate_series(1, ${decks}, 10) n`,
    `insert into rendered_slides (version_id, position, slide_index, title, content, steps, width, height, "offset", size_bytes)
       select 'version-' || n, i, i, 'Welcome', 'Welcome to the team', 1, 640, 360, i * 20000, 20000 from generate_series(1, ${versions}, 5) n, generate_series(0, 2) i`,
    `insert into notes (deck_id, slide_key, body, revision, updated_at, updated_by_id, seq)
       select 'deck-' || n, 'slide-' || n || '-0', 'Welcome everybody', 1, now(), 'user-' || 1 + n % ${users}, 2 from generate_series(1, ${decks}) n`,
    `insert into note_history (deck_id, slide_key, revision, body, began_at, changed_at, changed_by_id)
       select 'deck-' || n, 'slide-' || n || '-0', 1, 'Welcome everybody', now(), now(), 'user-' || 1 + n % ${users} from generate_series(1, ${decks}) n`,
    `insert into annotations (deck_id, slide_key, payload, revision, updated_at, updated_by_id, seq)
       select 'deck-' || n, 'slide-' || n || '-0', '{"kind":"lectern-ink@1"}', 1, now(), 'user-' || 1 + n % ${users}, 3 from generate_series(1, ${decks}, 2) n`,
    `insert into strokes (deck_id, slide_key, id, author_id, shape, created_at, seq)
       select 'deck-' || n, 'slide-' || n || '-0', 'stroke', 'user-' || 1 + n % ${users}, '{}', now(), 3 from generate_series(1, ${decks}, 2) n`,
    `insert into talks (id, deck_id, version_id, presenter_id, place, elapsed_ms, revision, moved_by, started_at, seen_at, ended_at, seq)
       select 'talk-' || n, 'deck-' || n, 'version-' || n, 'user-' || 1 + n % ${users}, '{"slideIndex":0,"inner":null}', 0, 1, '', now() - interval '2 hours', now(), now() - interval '1 hour', 1
       from generate_series(1, ${decks}, 10) n`,
    `insert into playback_grants (token_hash, version_id, session_id, expires_at)
       select 'grant-' || n, 'version-' || n, 'session-' || 1 + n % ${users}, now() + interval '1 hour' from generate_series(1, ${decks}, 5) n`,
    `insert into playback_grants (token_hash, version_id, link_id, clients, expires_at)
       select 'link-grant-' || n, 'version-' || n, 'link-' || n, '{loopback}', now() + interval '1 hour' from generate_series(1, ${decks}, 2) n`,
    `insert into talks (id, deck_id, version_id, presenter_id, place, elapsed_ms, revision, moved_by, started_at, seen_at)
       select 'running-talk-' || n, 'deck-' || n, 'version-' || n, 'user-' || n, '{"slideIndex":0,"inner":null}', 0, 1, '', now(), now() from generate_series(1, ${users}, 100) n`,
    `insert into talk_questions (id, talk_id, asker_hash, body, asked_at) select 'question-' || n, 'talk-' || n, 'hash', 'Why?', now() from generate_series(1, ${decks}, 10) n`,
    `insert into talk_question_votes (question_id, voter_hash) select 'question-' || n, 'hash-' || i from generate_series(1, ${decks}, 10) n, generate_series(1, 3) i`,
    `insert into talk_pairings (talk_id, code_hash, expires_at) select 'talk-' || n, 'hash-' || n, now() from generate_series(1, ${decks}, 10) n`,
    `insert into talk_remotes (id, talk_id, token_hash, name, created_at, expires_at) select 'remote-' || n, 'talk-' || n, 'hash-' || n, 'A phone', now(), now() + interval '1 hour'
       from generate_series(1, ${decks}, 10) n`,
    // The instances count as alive, so that no server removes them.
    `insert into live_instances (id, seen_at) select 'instance-' || n, now() + interval '1 day' from generate_series(1, 10) n`,
    `insert into live_streams (id, instance_id, user_id, opening) select 'stream-' || n, 'instance-' || 1 + n % 10, 'user-' || n, 'opening-' || n from generate_series(1, ${users}) n`,
    `insert into deck_openings (user_id, deck_id, slide_key, slide_index, opened_at)
       select 'user-' || 1 + n % ${users}, 'deck-' || n, 'slide-' || n || '-0', 0, now() - make_interval(secs => n) from generate_series(1, ${decks}) n`,
    `insert into collections (id, owner_id, name, visibility) select 'collection-' || n, 'user-' || 1 + n % ${users}, 'Collection ' || n, case when n % 4 = 0 then 'team' else 'private' end
       from generate_series(1, ${users * 10}) n`,
    `insert into collection_decks (collection_id, deck_id) select 'collection-' || 1 + n % ${users * 10}, 'deck-' || n from generate_series(1, ${decks}) n`,
    `insert into deck_stars (user_id, deck_id) select 'user-' || 1 + n % ${users}, 'deck-' || n from generate_series(1, ${decks}, 2) n`,
    `insert into presences (stream_id, client_id, deck_id, place) select 'stream-' || n, 'window', 'deck-' || n, '{"slideIndex":0,"inner":null}' from generate_series(1, ${users}) n`,
    `insert into package_texts (version_id, texts, reading) select 'version-' || n, '[]', 1000 from generate_series(1, ${versions}) n`,
    `insert into search_entries (deck_id, field, content, words, digest)
       select id, 'title', title, to_tsvector('simple', title), id from decks`,
    `insert into search_entries (deck_id, version_id, field, slide_index, content, words, digest)
       select 'deck-' || n, 'version-' || case when n % 5 = 0 then ${decks} + n / 5 else n end, 'slide', 0, ${word(3)} || ' ' || ${word(11)} || ' ' || n,
         to_tsvector('simple', ${word(3)} || ' ' || ${word(11)} || ' ' || n), 'slide' from generate_series(1, ${decks}) n`,
    // The running server must not index the decks again.
    `insert into search_decks (deck_id, rules) select id, 1000 from decks`,
    `insert into slide_digests (version_id, position, slide_index, document, shown)
       select version_id, index, index, 'document-' || digest, case when index > 0 then 'shown-' || digest end from slides`,
    `insert into verifications (id, identifier, value, expires_at) select 'verification-' || n, 'identifier-' || n, '', now() from generate_series(1, ${users}) n`,
  ];
}
