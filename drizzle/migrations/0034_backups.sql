CREATE TABLE "backups" (
	"id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"is_scheduled" boolean NOT NULL,
	"directory" text NOT NULL,
	"snapshot" text,
	"rows" bigint NOT NULL,
	"files" integer NOT NULL,
	"copied_bytes" bigint NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE INDEX "backups_started" ON "backups" USING btree ("started_at","id");