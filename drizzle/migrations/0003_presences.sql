CREATE UNLOGGED TABLE "live_instances" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "live_streams" (
	"id" text PRIMARY KEY NOT NULL,
	"instance_id" text NOT NULL,
	"user_id" text NOT NULL,
	"opening" text NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "presences" (
	"stream_id" text NOT NULL,
	"client_id" text NOT NULL,
	"deck_id" text NOT NULL,
	"place" jsonb NOT NULL,
	"following" text,
	CONSTRAINT "presences_stream_id_client_id_deck_id_pk" PRIMARY KEY("stream_id","client_id","deck_id")
);
--> statement-breakpoint
ALTER TABLE "live_streams" ADD CONSTRAINT "live_streams_instance_id_live_instances_id_fk" FOREIGN KEY ("instance_id") REFERENCES "public"."live_instances"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_streams" ADD CONSTRAINT "live_streams_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_stream_id_live_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."live_streams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presences" ADD CONSTRAINT "presences_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_streams_instance" ON "live_streams" USING btree ("instance_id");--> statement-breakpoint
CREATE INDEX "live_streams_user" ON "live_streams" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "presences_deck" ON "presences" USING btree ("deck_id");