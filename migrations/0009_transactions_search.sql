-- Words of a transaction by which staff find it, as for bookings; the row is the transaction's place, so that what is
-- found comes in the order of the list.
CREATE VIRTUAL TABLE transactions_search USING fts5(
  id, booking, email, reason, terms,
  tokenize = 'trigram remove_diacritics 1', content = '', contentless_delete = 1
);
--> statement-breakpoint
CREATE VIRTUAL TABLE transactions_words USING fts5(
  id, booking, email, reason, terms,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2', content = '', contentless_delete = 1
);
--> statement-breakpoint
-- What is indexed of a transaction, written once. A refund that succeeded is also found as 'refunded'.
CREATE VIEW transaction_words AS
SELECT place, id, coalesce(CAST(booking_id AS TEXT), '') AS booking, coalesce(receipt_email, '') AS email,
  coalesce(reason, '') AS reason,
  type || ' ' || status || ' ' || replace(status, '_', ' ')
    || CASE WHEN type = 'refund' AND status = 'succeeded' THEN ' refunded' ELSE '' END AS terms
FROM transactions;
--> statement-breakpoint
-- The place of a row: its second, and there the first number that is above all others.
CREATE TRIGGER transactions_place_insert AFTER INSERT ON transactions
BEGIN
  UPDATE transactions SET place = coalesce(
    (SELECT max(place) + 1 FROM transactions
     WHERE place >= NEW.created_at / 1000 * 1000000 AND place < (NEW.created_at / 1000 + 1) * 1000000),
    NEW.created_at / 1000 * 1000000)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER transactions_place_update AFTER UPDATE OF created_at ON transactions
WHEN NEW.created_at / 1000 <> OLD.created_at / 1000
BEGIN
  UPDATE transactions SET place = coalesce(
    (SELECT max(place) + 1 FROM transactions
     WHERE place >= NEW.created_at / 1000 * 1000000 AND place < (NEW.created_at / 1000 + 1) * 1000000),
    NEW.created_at / 1000 * 1000000)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
-- A row that has just come in is given its place: that is an update, too.
CREATE TRIGGER transactions_search_update
AFTER UPDATE OF id, place, type, status, booking_id, receipt_email, reason ON transactions
BEGIN
  DELETE FROM transactions_search WHERE rowid = OLD.place;
  DELETE FROM transactions_words WHERE rowid = OLD.place;
  INSERT INTO transactions_search (rowid, id, booking, email, reason, terms)
  SELECT * FROM transaction_words WHERE id = NEW.id AND place IS NOT NULL;
  INSERT INTO transactions_words (rowid, id, booking, email, reason, terms)
  SELECT * FROM transaction_words WHERE id = NEW.id AND place IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER transactions_search_delete AFTER DELETE ON transactions
BEGIN
  DELETE FROM transactions_search WHERE rowid = OLD.place;
  DELETE FROM transactions_words WHERE rowid = OLD.place;
END;
--> statement-breakpoint
-- What was there before any of this; its words follow by the trigger.
UPDATE transactions SET place = numbered.place
FROM (
  SELECT id, created_at / 1000 * 1000000 + row_number() OVER (PARTITION BY created_at / 1000 ORDER BY created_at, rowid) - 1 AS place
  FROM transactions) AS numbered
WHERE transactions.id = numbered.id;
