CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Every letter of a title and every two letters in a row, in lower case: what words are found by that are too short for trigrams (`server/decks/title-search.repo.ts`).
CREATE FUNCTION "lectern_letter_pairs"("title" text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  "lower" text := lower("title");
  "found" text[] := string_to_array("lower", NULL);
BEGIN
  FOR "at" IN 1 .. char_length("lower") - 1 LOOP
    "found" := "found" || substr("lower", "at", 2);
  END LOOP;
  RETURN "found";
END $$;--> statement-breakpoint
DROP INDEX "sessions_user_id";--> statement-breakpoint
DROP INDEX "invites_created";--> statement-breakpoint
DROP INDEX "decks_created";--> statement-breakpoint
DROP INDEX "decks_updated";--> statement-breakpoint
DROP INDEX "decks_owner_created";--> statement-breakpoint
DROP INDEX "api_keys_user";--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user_used" ON "sessions" USING btree ("user_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "invites_created_by" ON "invites" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "invites_first_run" ON "invites" USING btree ("id") WHERE "invites"."first_run";--> statement-breakpoint
CREATE INDEX "decks_owner_updated" ON "decks" USING btree ("owner_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "decks_owner_title" ON "decks" USING btree ("owner_id",lower("title"),"id");--> statement-breakpoint
CREATE INDEX "decks_visibility_created" ON "decks" USING btree ("visibility","created_at","id");--> statement-breakpoint
CREATE INDEX "decks_visibility_updated" ON "decks" USING btree ("visibility","updated_at","id");--> statement-breakpoint
CREATE INDEX "decks_visibility_title" ON "decks" USING btree ("visibility",lower("title"),"id");--> statement-breakpoint
CREATE INDEX "decks_title_trigrams" ON "decks" USING gin (lower("title") gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "decks_title_pairs" ON "decks" USING gin (lectern_letter_pairs("title")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "versions_created_by" ON "versions" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "notes_updated_by" ON "notes" USING btree ("updated_by_id");--> statement-breakpoint
CREATE INDEX "annotations_updated_by" ON "annotations" USING btree ("updated_by_id");--> statement-breakpoint
CREATE INDEX "strokes_author" ON "strokes" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "playback_grants_expires" ON "playback_grants" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "talks_ended" ON "talks" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "invites_created" ON "invites" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "decks_created" ON "decks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "decks_updated" ON "decks" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "decks_owner_created" ON "decks" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id","created_at","id");--> statement-breakpoint
-- The planner knows nothing of an expression until its index is there and the table has been analyzed.
ANALYZE "decks";
