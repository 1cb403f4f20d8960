CREATE TABLE "deck_feeds" (
	"deck_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"deck_seq" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "annotations" ADD COLUMN "seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "strokes" ADD COLUMN "seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deck_feeds" ADD CONSTRAINT "deck_feeds_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_changes" ON "notes" USING btree ("deck_id","seq");--> statement-breakpoint
CREATE INDEX "annotations_changes" ON "annotations" USING btree ("deck_id","seq");--> statement-breakpoint
CREATE INDEX "strokes_changes" ON "strokes" USING btree ("deck_id","seq");