-- Uploads of the last day were kept without their answers.
DELETE FROM "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "holder" text NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "lease_until" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "version_id" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "answer" json;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_version_id_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_version" ON "idempotency_keys" USING btree ("version_id");--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "result_id";