DROP INDEX "decks_created";--> statement-breakpoint
DROP INDEX "decks_updated";--> statement-breakpoint
DROP INDEX "decks_title";--> statement-breakpoint
DROP INDEX "decks_owner_created";--> statement-breakpoint
DROP INDEX "decks_owner_updated";--> statement-breakpoint
DROP INDEX "decks_owner_title";--> statement-breakpoint
DROP INDEX "decks_visibility_created";--> statement-breakpoint
DROP INDEX "decks_visibility_updated";--> statement-breakpoint
DROP INDEX "decks_visibility_title";--> statement-breakpoint
DROP INDEX "decks_title_trigrams";--> statement-breakpoint
DROP INDEX "decks_title_pairs";--> statement-breakpoint
ALTER TABLE "decks" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "decks" ADD COLUMN "deleted_by_id" text;--> statement-breakpoint
ALTER TABLE "decks" ADD CONSTRAINT "decks_deleted_by_id_users_id_fk" FOREIGN KEY ("deleted_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decks_owner_deleted" ON "decks" USING btree ("owner_id","deleted_at","id");--> statement-breakpoint
CREATE INDEX "decks_deleted" ON "decks" USING btree ("deleted_at","id") WHERE "decks"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "decks_deleted_by" ON "decks" USING btree ("deleted_by_id");--> statement-breakpoint
CREATE INDEX "decks_created" ON "decks" USING btree ("created_at","id") WHERE "decks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "decks_updated" ON "decks" USING btree ("updated_at","id") WHERE "decks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "decks_title" ON "decks" USING btree (lower("title"),"id") WHERE "decks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "decks_owner_created" ON "decks" USING btree ("owner_id","created_at","id") WHERE "decks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "decks_owner_updated" ON "decks" USING btree ("owner_id","updated_at","id") WHERE "decks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "decks_owner_title" ON "decks" USING btree ("owner_id",lower("title"),"id") WHERE "decks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "decks_visibility_created" ON "decks" USING btree ("visibility","created_at","id") WHERE "decks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "decks_visibility_updated" ON "decks" USING btree ("visibility","updated_at","id") WHERE "decks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "decks_visibility_title" ON "decks" USING btree ("visibility",lower("title"),"id") WHERE "decks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "decks_title_trigrams" ON "decks" USING gin (lower("title") gin_trgm_ops) WITH (fastupdate=false) WHERE "decks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "decks_title_pairs" ON "decks" USING gin (lectern_letter_pairs("title")) WITH (fastupdate=false) WHERE "decks"."deleted_at" is null;