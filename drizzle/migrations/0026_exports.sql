CREATE TABLE "exports" (
	"id" text PRIMARY KEY NOT NULL,
	"version_id" text NOT NULL,
	"user_id" text,
	"options" jsonb NOT NULL,
	"slides_done" integer DEFAULT 0 NOT NULL,
	"slides_total" integer,
	"slides_missing" integer DEFAULT 0 NOT NULL,
	"size_bytes" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exports_slides_counted" CHECK ("exports"."slides_done" <= coalesce("exports"."slides_total", 0))
);
--> statement-breakpoint
ALTER TABLE "render_jobs" DROP CONSTRAINT "render_jobs_version_kind_unique";--> statement-breakpoint
ALTER TABLE "render_jobs" DROP CONSTRAINT "render_jobs_kind_known";--> statement-breakpoint
ALTER TABLE "render_jobs" ADD COLUMN "export_id" text;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exports" ADD CONSTRAINT "exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exports_version" ON "exports" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "exports_user_created" ON "exports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "exports_expires" ON "exports" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "render_jobs" ADD CONSTRAINT "render_jobs_export_id_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."exports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "render_jobs_version" ON "render_jobs" USING btree ("version_id","kind");--> statement-breakpoint
CREATE UNIQUE INDEX "render_jobs_version_pictures" ON "render_jobs" USING btree ("version_id") WHERE "render_jobs"."kind" = 'pictures';--> statement-breakpoint
ALTER TABLE "render_jobs" ADD CONSTRAINT "render_jobs_export_unique" UNIQUE("export_id");--> statement-breakpoint
ALTER TABLE "render_jobs" ADD CONSTRAINT "render_jobs_kind_has_export" CHECK (("render_jobs"."kind" = 'export') = ("render_jobs"."export_id" is not null));--> statement-breakpoint
ALTER TABLE "render_jobs" ADD CONSTRAINT "render_jobs_kind_known" CHECK ("render_jobs"."kind" in ('pictures', 'export'));