CREATE TABLE "collection_decks" (
	"collection_id" text NOT NULL,
	"deck_id" text NOT NULL,
	CONSTRAINT "collection_decks_collection_id_deck_id_pk" PRIMARY KEY("collection_id","deck_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"visibility" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "collections_visibility_known" CHECK ("collections"."visibility" in ('private', 'team'))
);
--> statement-breakpoint
CREATE TABLE "deck_stars" (
	"user_id" text NOT NULL,
	"deck_id" text NOT NULL,
	"starred_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deck_stars_user_id_deck_id_pk" PRIMARY KEY("user_id","deck_id")
);
--> statement-breakpoint
ALTER TABLE "collection_decks" ADD CONSTRAINT "collection_decks_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_decks" ADD CONSTRAINT "collection_decks_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_stars" ADD CONSTRAINT "deck_stars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deck_stars" ADD CONSTRAINT "deck_stars_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_decks_deck" ON "collection_decks" USING btree ("deck_id");--> statement-breakpoint
CREATE INDEX "collections_name" ON "collections" USING btree (lower("name"),"id");--> statement-breakpoint
CREATE INDEX "collections_owner_name" ON "collections" USING btree ("owner_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "collections_visibility_name" ON "collections" USING btree ("visibility",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "deck_stars_deck" ON "deck_stars" USING btree ("deck_id");