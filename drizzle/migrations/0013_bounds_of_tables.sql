DROP INDEX "playback_grants_session";--> statement-breakpoint
DROP INDEX "playback_grants_key";--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "annotations" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "invites_unused_expires" ON "invites" USING btree ("expires_at") WHERE "invites"."used_at" is null;--> statement-breakpoint
CREATE INDEX "note_history_deck" ON "note_history" USING btree ("deck_id","changed_at");--> statement-breakpoint
CREATE INDEX "strokes_erased_of_deck" ON "strokes" USING btree ("deck_id","erased_at") WHERE "strokes"."erased_at" is not null;--> statement-breakpoint
CREATE INDEX "deck_trust_user_updated" ON "deck_trust" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("actor_id","kind","at","id");--> statement-breakpoint
CREATE INDEX "playback_grants_session" ON "playback_grants" USING btree ("session_id","expires_at");--> statement-breakpoint
CREATE INDEX "playback_grants_key" ON "playback_grants" USING btree ("key_id","expires_at");--> statement-breakpoint
UPDATE "notes" SET "bytes" = octet_length("body") WHERE "body" IS NOT NULL;--> statement-breakpoint
UPDATE "annotations" SET "bytes" = octet_length("payload") + (
	SELECT coalesce(sum(octet_length("shape")), 0) FROM "strokes"
	WHERE "strokes"."deck_id" = "annotations"."deck_id" AND "strokes"."slide_key" = "annotations"."slide_key" AND "shape" IS NOT NULL
) WHERE "payload" IS NOT NULL;
