ALTER TABLE "strokes" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "strokes_erased" ON "strokes" USING btree ("erased_at") WHERE "strokes"."erased_at" is not null;--> statement-breakpoint
-- When they were erased is not known: from now on they are remembered as long as others.
UPDATE "strokes" SET "erased_at" = now() WHERE "shape" IS NULL;