ALTER TABLE `transactions` ADD `dispute_read_at` integer;--> statement-breakpoint
CREATE INDEX `transactions_open_disputes` ON `transactions` (`dispute_status`) WHERE dispute_status IS NOT NULL;--> statement-breakpoint
-- A loss that an appeal took back is canceled: it counts no more than a refund that failed.
DROP TRIGGER refund_parts_paid;
--> statement-breakpoint
CREATE TRIGGER refund_parts_paid BEFORE INSERT ON refund_parts
WHEN NEW.amount > coalesce((
  SELECT paid.amount - (
    SELECT coalesce(sum(back.amount), 0) FROM transactions AS back
    WHERE back.payment_id = paid.id AND back.status NOT IN ('failed', 'canceled')
  ) - (
    SELECT coalesce(sum(part.amount), 0) FROM refund_parts AS part
    WHERE part.payment_id = paid.id AND part.state <> 'failed'
      AND NOT EXISTS (SELECT 1 FROM transactions WHERE id = part.refund_id)
  )
  FROM transactions AS paid WHERE paid.id = NEW.payment_id AND paid.status = 'succeeded'
), 0)
BEGIN
  SELECT RAISE(ABORT, 'refund_above_paid');
END;
