ALTER TABLE "versions" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "rendered_slides" ADD COLUMN "inner_name" text;--> statement-breakpoint
ALTER TABLE "rendered_slides" ADD COLUMN "content" text;--> statement-breakpoint
ALTER TABLE "rendered_slides" ADD COLUMN "miniature" "bytea";