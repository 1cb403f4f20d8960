CREATE TABLE "talk_audiences" (
	"link_id" text PRIMARY KEY NOT NULL,
	"presenter_id" text NOT NULL,
	"code" text NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"begins_at" timestamp (3) with time zone,
	CONSTRAINT "talk_audiences_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "talk_audiences" ADD CONSTRAINT "talk_audiences_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "talk_audiences" ADD CONSTRAINT "talk_audiences_presenter_id_users_id_fk" FOREIGN KEY ("presenter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "talk_audiences_presenter" ON "talk_audiences" USING btree ("presenter_id");