-- compatible: the trigger on the history is replaced by one that refuses less.
CREATE TABLE `removals` (
	`id` text PRIMARY KEY NOT NULL,
	`email_hash` text NOT NULL,
	`removed_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `removals_unfinished` ON `removals` (`id`) WHERE finished_at IS NULL;--> statement-breakpoint
-- History: rows are inserted, never deleted. Their values may change inside the transaction of a removal of personal
-- data only, and nothing else of a row.
DROP TRIGGER history_no_update;
--> statement-breakpoint
CREATE TRIGGER history_no_update BEFORE UPDATE ON history
WHEN NOT EXISTS (SELECT 1 FROM removals WHERE finished_at IS NULL)
  OR NEW.id <> OLD.id OR NEW.subject <> OLD.subject OR NEW.subject <> 'booking' OR NEW.subject_id <> OLD.subject_id
  OR NEW.version IS NOT OLD.version OR NEW.action <> OLD.action OR NEW.actor_type <> OLD.actor_type
  OR NEW.actor_id IS NOT OLD.actor_id OR NEW.actor_name <> OLD.actor_name
  OR NEW.transaction_id IS NOT OLD.transaction_id OR NEW.created_at <> OLD.created_at
BEGIN
  SELECT RAISE(ABORT, 'history_is_append_only');
END;
--> statement-breakpoint
-- Ledger: a later webhook of the payment brings the data of a removed customer again.
CREATE TRIGGER transactions_removed_customer AFTER UPDATE OF receipt_email, receipt_url, snapshot ON transactions
WHEN NEW.receipt_email IS NOT NULL AND NEW.booking_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM history WHERE subject = 'booking' AND subject_id = NEW.booking_id AND action = 'personal_data_removed'
)
BEGIN
  UPDATE transactions SET receipt_email = NULL, receipt_url = NULL,
    snapshot = json_replace(
      json_remove(NEW.snapshot, '$.shipping', '$.latest_charge.billing_details', '$.latest_charge.receipt_email',
        '$.latest_charge.receipt_url', '$.latest_charge.shipping', '$.evidence'),
      '$.receipt_email', NULL)
  WHERE id = NEW.id;
END;
