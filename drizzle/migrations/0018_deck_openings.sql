CREATE TABLE "deck_openings" (
	"user_id" text NOT NULL,
	"deck_id" text NOT NULL,
	"slide_key" text NOT NULL,
	"slide_index" integer NOT NULL,
	"inner" jsonb,
	"inner_name" text,
	"opened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deck_openings_user_id_deck_id_pk" PRIMARY KEY("user_id","deck_id")
);
--> statement-breakpoint
ALTER TABLE "deck_openings" ADD CONSTRAINT "deck_openings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_openings" ADD CONSTRAINT "deck_openings_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deck_openings_user_opened" ON "deck_openings" USING btree ("user_id","opened_at","deck_id");--> statement-breakpoint
CREATE INDEX "deck_openings_deck" ON "deck_openings" USING btree ("deck_id");