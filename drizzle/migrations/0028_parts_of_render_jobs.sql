ALTER TABLE "render_jobs" ADD COLUMN "parts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "render_jobs" ADD COLUMN "slides_done" integer;--> statement-breakpoint
ALTER TABLE "render_jobs" ADD COLUMN "slides_total" integer;--> statement-breakpoint
ALTER TABLE "render_jobs" ADD CONSTRAINT "render_jobs_slides_counted" CHECK (num_nonnulls("render_jobs"."slides_done", "render_jobs"."slides_total") in (0, 2));