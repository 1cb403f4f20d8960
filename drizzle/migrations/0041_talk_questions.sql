CREATE TABLE "talk_question_votes" (
	"question_id" text NOT NULL,
	"voter_hash" text NOT NULL,
	CONSTRAINT "talk_question_votes_question_id_voter_hash_pk" PRIMARY KEY("question_id","voter_hash")
);
--> statement-breakpoint
CREATE TABLE "talk_questions" (
	"id" text PRIMARY KEY NOT NULL,
	"talk_id" text NOT NULL,
	"asker_hash" text NOT NULL,
	"name" text,
	"body" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "talk_questions_status_known" CHECK ("talk_questions"."status" in ('open', 'answered', 'hidden'))
);
--> statement-breakpoint
ALTER TABLE "talks" DROP CONSTRAINT "talks_blank_known";--> statement-breakpoint
ALTER TABLE "talks" ADD COLUMN "question_id" text;--> statement-breakpoint
ALTER TABLE "talks" ADD COLUMN "takes_questions" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "talks" ADD COLUMN "takes_reactions" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "talk_question_votes" ADD CONSTRAINT "talk_question_votes_question_id_talk_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."talk_questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "talk_questions" ADD CONSTRAINT "talk_questions_talk_id_talks_id_fk" FOREIGN KEY ("talk_id") REFERENCES "public"."talks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "talk_questions_talk" ON "talk_questions" USING btree ("talk_id");--> statement-breakpoint
ALTER TABLE "talks" ADD CONSTRAINT "talks_question_id_talk_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."talk_questions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "talks_question" ON "talks" USING btree ("question_id");--> statement-breakpoint
ALTER TABLE "talks" ADD CONSTRAINT "talks_blank_known" CHECK ("talks"."blank" in ('black', 'white', 'address', 'question'));