CREATE TABLE "package_texts" (
	"version_id" text PRIMARY KEY NOT NULL,
	"texts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_due" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_due_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deck_id" text NOT NULL,
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "search_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"deck_id" text NOT NULL,
	"version_id" text,
	"field" text NOT NULL,
	"slide_index" integer,
	"inner" integer,
	"content" text NOT NULL,
	"words" "tsvector" NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "search_entries_field_known" CHECK ("search_entries"."field" in ('title', 'slide', 'notes', 'speakerNotes'))
);
--> statement-breakpoint
ALTER TABLE "package_texts" ADD CONSTRAINT "package_texts_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_due" ADD CONSTRAINT "search_due_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_entries" ADD CONSTRAINT "search_entries_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_due_deck" ON "search_due" USING btree ("deck_id");--> statement-breakpoint
CREATE INDEX "search_entries_deck" ON "search_entries" USING btree ("deck_id");--> statement-breakpoint
CREATE INDEX "search_entries_words" ON "search_entries" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_entries_titles" ON "search_entries" USING gin ("words") WITH (fastupdate=false) WHERE "search_entries"."field" = 'title';--> statement-breakpoint
-- Every change of what searches find makes the deck due, whoever writes it.
CREATE FUNCTION lectern_search_due() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	deck text;
BEGIN
	IF TG_TABLE_NAME = 'decks' THEN
		deck := NEW.id;
	ELSE
		deck := NEW.deck_id;
	END IF;
	INSERT INTO search_due (deck_id) VALUES (deck);
	PERFORM pg_notify('lectern_search', '');
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "decks_search_inserted" AFTER INSERT ON "decks" FOR EACH ROW EXECUTE FUNCTION lectern_search_due();--> statement-breakpoint
CREATE TRIGGER "decks_search_updated" AFTER UPDATE ON "decks" FOR EACH ROW
	WHEN (old.title IS DISTINCT FROM new.title OR old.current_version_id IS DISTINCT FROM new.current_version_id)
	EXECUTE FUNCTION lectern_search_due();--> statement-breakpoint
-- The renderer has found the slides of a version.
CREATE TRIGGER "versions_search_rendered" AFTER UPDATE ON "versions" FOR EACH ROW
	WHEN (old.shown_slide_count IS DISTINCT FROM new.shown_slide_count)
	EXECUTE FUNCTION lectern_search_due();--> statement-breakpoint
CREATE TRIGGER "notes_search_inserted" AFTER INSERT ON "notes" FOR EACH ROW EXECUTE FUNCTION lectern_search_due();--> statement-breakpoint
CREATE TRIGGER "notes_search_updated" AFTER UPDATE ON "notes" FOR EACH ROW
	WHEN (old.body IS DISTINCT FROM new.body)
	EXECUTE FUNCTION lectern_search_due();--> statement-breakpoint
-- The planner knows how frequent the ten thousand most common words are.
ALTER TABLE "search_entries" ALTER COLUMN "words" SET STATISTICS 1000;--> statement-breakpoint
-- The decks of before. Their packages are read again.
INSERT INTO "search_due" ("deck_id") SELECT "id" FROM "decks" ORDER BY "updated_at";
