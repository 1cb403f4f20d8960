CREATE TABLE "audit_events" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"actor_id" text,
	"actor_name" text,
	"address" text,
	"request_id" text,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_events_kind" ON "audit_events" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "invites_unused_of" ON "invites" USING btree ("created_by_id") WHERE "invites"."used_at" is null;