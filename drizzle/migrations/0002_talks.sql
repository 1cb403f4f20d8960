CREATE TABLE "talk_pairings" (
	"talk_id" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "talk_pairings_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "talk_remotes" (
	"id" text PRIMARY KEY NOT NULL,
	"talk_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "talk_remotes_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "talks" (
	"id" text PRIMARY KEY NOT NULL,
	"deck_id" text NOT NULL,
	"version_id" text NOT NULL,
	"presenter_id" text,
	"place" jsonb NOT NULL,
	"blank" text,
	"elapsed_ms" bigint NOT NULL,
	"running_since" timestamp (3) with time zone,
	"planned_seconds" integer,
	"revision" integer NOT NULL,
	"moved_by" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"seq" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "talks_blank_known" CHECK ("talks"."blank" in ('black', 'white'))
);
--> statement-breakpoint
ALTER TABLE "strokes" ADD COLUMN "erased_digest" text;--> statement-breakpoint
ALTER TABLE "talk_pairings" ADD CONSTRAINT "talk_pairings_talk_id_talks_id_fk" FOREIGN KEY ("talk_id") REFERENCES "public"."talks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "talk_remotes" ADD CONSTRAINT "talk_remotes_talk_id_talks_id_fk" FOREIGN KEY ("talk_id") REFERENCES "public"."talks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "talks" ADD CONSTRAINT "talks_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "talks" ADD CONSTRAINT "talks_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "talks" ADD CONSTRAINT "talks_presenter_id_users_id_fk" FOREIGN KEY ("presenter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "talk_remotes_talk" ON "talk_remotes" USING btree ("talk_id");--> statement-breakpoint
CREATE UNIQUE INDEX "talks_one_running" ON "talks" USING btree ("deck_id","presenter_id") WHERE "talks"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "talks_changes" ON "talks" USING btree ("deck_id","seq");--> statement-breakpoint
CREATE INDEX "talks_version" ON "talks" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "talks_presenter" ON "talks" USING btree ("presenter_id");