CREATE TABLE "deck_settings" (
	"deck_id" text PRIMARY KEY NOT NULL,
	"hosts" text[],
	"slide_selector" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deck_settings" ADD CONSTRAINT "deck_settings_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;