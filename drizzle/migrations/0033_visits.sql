CREATE TABLE "visit_days" (
	"link_id" text NOT NULL,
	"day" date NOT NULL,
	"visits" integer NOT NULL,
	"visitors" integer NOT NULL,
	"deck_visitors" integer NOT NULL,
	"followed" integer NOT NULL,
	"completion" double precision NOT NULL,
	"durations" integer[] NOT NULL,
	CONSTRAINT "visit_days_link_id_day_pk" PRIMARY KEY("link_id","day")
);
--> statement-breakpoint
CREATE TABLE "visit_referrer_days" (
	"link_id" text NOT NULL,
	"day" date NOT NULL,
	"host" text NOT NULL,
	"visits" integer NOT NULL,
	CONSTRAINT "visit_referrer_days_link_id_day_host_pk" PRIMARY KEY("link_id","day","host")
);
--> statement-breakpoint
CREATE TABLE "visit_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_slide_days" (
	"link_id" text NOT NULL,
	"day" date NOT NULL,
	"slide_index" integer NOT NULL,
	"views" integer NOT NULL,
	"exits" integer NOT NULL,
	"times" integer[] NOT NULL,
	CONSTRAINT "visit_slide_days_link_id_day_slide_index_pk" PRIMARY KEY("link_id","day","slide_index")
);
--> statement-breakpoint
CREATE TABLE "visitor_hashes" (
	"hash" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"id" text PRIMARY KEY NOT NULL,
	"link_id" text NOT NULL,
	"version_id" text NOT NULL,
	"slide_count" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"slides" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_slide" integer,
	"completion" double precision DEFAULT 0 NOT NULL,
	"name" text,
	"email" text,
	"referrer_host" text,
	"device" text NOT NULL,
	"is_followed" boolean NOT NULL,
	CONSTRAINT "visits_device_known" CHECK ("visits"."device" in ('phone', 'tablet', 'computer'))
);
--> statement-breakpoint
ALTER TABLE "visit_days" ADD CONSTRAINT "visit_days_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_referrer_days" ADD CONSTRAINT "visit_referrer_days_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_slide_days" ADD CONSTRAINT "visit_slide_days_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_link_id_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visit_days_day" ON "visit_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "visit_referrer_days_day" ON "visit_referrer_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "visit_slide_days_day" ON "visit_slide_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "visitor_hashes_day" ON "visitor_hashes" USING btree ("day");--> statement-breakpoint
CREATE INDEX "visits_link_started" ON "visits" USING btree ("link_id","started_at","id");--> statement-breakpoint
CREATE INDEX "visits_started" ON "visits" USING btree ("started_at");