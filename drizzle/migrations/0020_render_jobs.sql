CREATE TABLE "render_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"version_id" text NOT NULL,
	"kind" text NOT NULL,
	"priority" integer NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"holder" text,
	"lease_until" timestamp (3) with time zone,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"blob_key" text,
	CONSTRAINT "render_jobs_blob_key_unique" UNIQUE("blob_key"),
	CONSTRAINT "render_jobs_version_kind_unique" UNIQUE("version_id","kind"),
	CONSTRAINT "render_jobs_kind_known" CHECK ("render_jobs"."kind" in ('pictures')),
	CONSTRAINT "render_jobs_state_known" CHECK ("render_jobs"."state" in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "render_jobs_holder_runs" CHECK (("render_jobs"."state" = 'running') = ("render_jobs"."holder" is not null))
);
--> statement-breakpoint
CREATE TABLE "rendered_slides" (
	"version_id" text NOT NULL,
	"position" integer NOT NULL,
	"slide_index" integer NOT NULL,
	"inner" integer,
	"title" text NOT NULL,
	"steps" integer,
	"width" integer,
	"height" integer,
	"offset" bigint,
	"size_bytes" integer,
	CONSTRAINT "rendered_slides_version_id_position_pk" PRIMARY KEY("version_id","position"),
	CONSTRAINT "rendered_slides_whole_picture" CHECK (num_nonnulls("rendered_slides"."width", "rendered_slides"."height", "rendered_slides"."offset", "rendered_slides"."size_bytes") in (0, 4))
);
--> statement-breakpoint
ALTER TABLE "playback_grants" DROP CONSTRAINT "playback_grants_one_credential";--> statement-breakpoint
ALTER TABLE "decks" ADD COLUMN "shown_slide_count" integer;--> statement-breakpoint
ALTER TABLE "decks" ADD COLUMN "has_picture" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "shown_slide_count" integer;--> statement-breakpoint
ALTER TABLE "versions" ADD COLUMN "has_picture" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "playback_grants" ADD COLUMN "job_id" text;--> statement-breakpoint
ALTER TABLE "render_jobs" ADD CONSTRAINT "render_jobs_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rendered_slides" ADD CONSTRAINT "rendered_slides_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "render_jobs_queued" ON "render_jobs" USING btree ("priority","created_at") WHERE "render_jobs"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "render_jobs_running" ON "render_jobs" USING btree ("lease_until") WHERE "render_jobs"."state" = 'running';--> statement-breakpoint
ALTER TABLE "playback_grants" ADD CONSTRAINT "playback_grants_job_id_render_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."render_jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "playback_grants_job" ON "playback_grants" USING btree ("job_id");--> statement-breakpoint
ALTER TABLE "playback_grants" ADD CONSTRAINT "playback_grants_one_credential" CHECK (num_nonnulls("playback_grants"."session_id", "playback_grants"."key_id", "playback_grants"."job_id") = 1);