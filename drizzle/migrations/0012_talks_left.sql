ALTER TABLE "talks" ADD COLUMN "left_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "talks_left" ON "talks" USING btree ("left_at") WHERE "talks"."left_at" is not null;