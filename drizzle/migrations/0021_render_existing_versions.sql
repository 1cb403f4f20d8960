-- The current versions of all decks. They are rendered after the versions that are uploaded from now on.
INSERT INTO "render_jobs" ("id", "version_id", "kind", "priority", "state", "created_at")
SELECT gen_random_uuid(), "versions"."id", 'pictures', 0, 'queued', "versions"."created_at"
FROM "decks" INNER JOIN "versions" ON "versions"."id" = "decks"."current_version_id";
