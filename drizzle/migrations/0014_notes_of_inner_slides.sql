ALTER TABLE "notes" ADD COLUMN "inner" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "note_history" ADD COLUMN "inner" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "annotations" ADD COLUMN "inner" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" DROP CONSTRAINT "notes_deck_id_slide_key_pk";--> statement-breakpoint
ALTER TABLE "note_history" DROP CONSTRAINT "note_history_deck_id_slide_key_revision_pk";--> statement-breakpoint
ALTER TABLE "annotations" DROP CONSTRAINT "annotations_deck_id_slide_key_pk";--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_deck_id_slide_key_inner_pk" PRIMARY KEY("deck_id","slide_key","inner");--> statement-breakpoint
ALTER TABLE "note_history" ADD CONSTRAINT "note_history_deck_id_slide_key_inner_revision_pk" PRIMARY KEY("deck_id","slide_key","inner","revision");--> statement-breakpoint
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_deck_id_slide_key_inner_pk" PRIMARY KEY("deck_id","slide_key","inner");
