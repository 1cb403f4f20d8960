CREATE TABLE "search_decks" (
	"deck_id" text PRIMARY KEY NOT NULL,
	"rules" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slide_digests" (
	"version_id" text NOT NULL,
	"position" integer NOT NULL,
	"slide_index" integer NOT NULL,
	"inner" integer,
	"inner_name" text,
	"document" text NOT NULL,
	"shown" text,
	CONSTRAINT "slide_digests_version_id_position_pk" PRIMARY KEY("version_id","position")
);
--> statement-breakpoint
ALTER TABLE "package_texts" ADD COLUMN "reading" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "search_decks" ADD CONSTRAINT "search_decks_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slide_digests" ADD CONSTRAINT "slide_digests_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_decks_rules" ON "search_decks" USING btree ("rules");--> statement-breakpoint
CREATE INDEX "slide_digests_document" ON "slide_digests" USING btree ("document");--> statement-breakpoint
CREATE INDEX "slide_digests_shown" ON "slide_digests" USING btree ("shown");--> statement-breakpoint
-- The decks of before are indexed again, and their packages read again, while there is nothing else to do.
INSERT INTO "search_decks" ("deck_id", "rules") SELECT "id", 0 FROM "decks";
