CREATE TABLE "deck_trust" (
	"user_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"hosts" text[] NOT NULL,
	"capabilities" text[],
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deck_trust_user_id_fingerprint_pk" PRIMARY KEY("user_id","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "deck_trust" ADD CONSTRAINT "deck_trust_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;