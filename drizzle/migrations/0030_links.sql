CREATE TABLE "links" (
	"id" text PRIMARY KEY NOT NULL,
	"deck_id" text NOT NULL,
	"version_id" text,
	"name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by_id" text,
	"expires_at" timestamp (3) with time zone,
	"password_hash" text,
	"allow_download" boolean DEFAULT false NOT NULL,
	"allow_embedding" boolean DEFAULT false NOT NULL,
	"show_notes" boolean DEFAULT false NOT NULL,
	"show_drawings" boolean DEFAULT false NOT NULL,
	"allow_comments" boolean DEFAULT false NOT NULL,
	"ask_for" text DEFAULT 'nothing' NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"visit_count" integer DEFAULT 0 NOT NULL,
	"last_visit_at" timestamp (3) with time zone,
	CONSTRAINT "links_ask_for_known" CHECK ("links"."ask_for" in ('nothing', 'name', 'email'))
);
--> statement-breakpoint
ALTER TABLE "playback_grants" DROP CONSTRAINT "playback_grants_one_credential";--> statement-breakpoint
ALTER TABLE "playback_grants" ADD COLUMN "link_id" text;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "links_deck_created" ON "links" USING btree ("deck_id","created_at","id");--> statement-breakpoint
CREATE INDEX "links_version" ON "links" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "links_created_by" ON "links" USING btree ("created_by_id");--> statement-breakpoint
ALTER TABLE "playback_grants" ADD CONSTRAINT "playback_grants_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "playback_grants_link" ON "playback_grants" USING btree ("link_id","expires_at");--> statement-breakpoint
ALTER TABLE "playback_grants" ADD CONSTRAINT "playback_grants_one_credential" CHECK (num_nonnulls("playback_grants"."session_id", "playback_grants"."key_id", "playback_grants"."link_id", "playback_grants"."job_id", "playback_grants"."pictures_id") = 1);