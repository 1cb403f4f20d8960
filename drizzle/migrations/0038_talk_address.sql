ALTER TABLE "talks" DROP CONSTRAINT "talks_blank_known";--> statement-breakpoint
ALTER TABLE "talks" ADD CONSTRAINT "talks_blank_known" CHECK ("talks"."blank" in ('black', 'white', 'address'));