-- PostgreSQL does not use the statistics of partial indexes. Without these it expects a few titles with any word, and sorts all titles
-- with a common one instead of reading a page of the list in its order.
CREATE STATISTICS "decks_lower_title" ON (lower("title")) FROM "decks";--> statement-breakpoint
CREATE STATISTICS "decks_letter_pairs" ON (lectern_letter_pairs("title")) FROM "decks";--> statement-breakpoint
ANALYZE "decks";
