CREATE TABLE "note_history" (
	"deck_id" text NOT NULL,
	"slide_key" text NOT NULL,
	"revision" integer NOT NULL,
	"body" text,
	"began_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by_id" text,
	CONSTRAINT "note_history_deck_id_slide_key_revision_pk" PRIMARY KEY("deck_id","slide_key","revision")
);
--> statement-breakpoint
ALTER TABLE "note_history" ADD CONSTRAINT "note_history_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "note_history" ADD CONSTRAINT "note_history_changed_by_id_users_id_fk" FOREIGN KEY ("changed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_history_changed_by" ON "note_history" USING btree ("changed_by_id");--> statement-breakpoint
-- What is there already is the first state of its history.
INSERT INTO "note_history" ("deck_id", "slide_key", "revision", "body", "began_at", "changed_at", "changed_by_id")
SELECT "deck_id", "slide_key", "revision", "body", "updated_at", "updated_at", "updated_by_id" FROM "notes" WHERE "body" IS NOT NULL;
