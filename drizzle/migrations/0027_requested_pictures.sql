CREATE TABLE "requested_pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"version_id" text NOT NULL,
	"slide_index" integer NOT NULL,
	"inner" integer,
	"step" integer,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"blob_key" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "requested_pictures_blob_key_unique" UNIQUE("blob_key"),
	CONSTRAINT "requested_pictures_picture_unique" UNIQUE NULLS NOT DISTINCT("version_id","slide_index","inner","step","width","format"),
	CONSTRAINT "requested_pictures_format_known" CHECK ("requested_pictures"."format" in ('webp', 'png'))
);
--> statement-breakpoint
ALTER TABLE "playback_grants" DROP CONSTRAINT "playback_grants_one_credential";--> statement-breakpoint
ALTER TABLE "playback_grants" ADD COLUMN "pictures_id" text;--> statement-breakpoint
ALTER TABLE "requested_pictures" ADD CONSTRAINT "requested_pictures_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "requested_pictures_used" ON "requested_pictures" USING btree ("used_at");--> statement-breakpoint
ALTER TABLE "playback_grants" ADD CONSTRAINT "playback_grants_one_credential" CHECK (num_nonnulls("playback_grants"."session_id", "playback_grants"."key_id", "playback_grants"."job_id", "playback_grants"."pictures_id") = 1);