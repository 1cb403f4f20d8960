CREATE TABLE "deck_people" (
	"deck_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access" text NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deck_people_deck_id_user_id_pk" PRIMARY KEY("deck_id","user_id"),
	CONSTRAINT "deck_people_access_known" CHECK ("deck_people"."access" in ('read', 'edit'))
);
--> statement-breakpoint
ALTER TABLE "deck_people" ADD CONSTRAINT "deck_people_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_people" ADD CONSTRAINT "deck_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deck_people_user" ON "deck_people" USING btree ("user_id","deck_id");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "users_words" ON "users" USING gin ((' ' || translate(lower("name" || ' ' || "email"), '@.,-_+()"&%/\''', '              ')) gin_trgm_ops) WITH (fastupdate=false);