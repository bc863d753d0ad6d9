-- compatible: the triggers check only payments outside Stripe, which the previous release does not write, and it does not name the new columns.
ALTER TABLE `refund_parts` ADD `paid_out_method` text;--> statement-breakpoint
ALTER TABLE `refund_parts` ADD `paid_out_reference` text;
--> statement-breakpoint
-- Money: a payment outside Stripe is at most the balance due, and is not recorded beside a charge, a refund or an open
-- payment link.
CREATE TRIGGER transactions_recorded_due BEFORE INSERT ON transactions
WHEN NEW.id GLOB 'pay_*'
BEGIN
  SELECT RAISE(ABORT, 'payment_operation_live') WHERE EXISTS (
    SELECT 1 FROM payment_operations
    WHERE booking_id = NEW.booking_id AND state NOT IN ('succeeded', 'failed', 'canceled')
  );
  SELECT RAISE(ABORT, 'pay_link_open') WHERE EXISTS (
    SELECT 1 FROM pay_links WHERE booking_id = NEW.booking_id AND state = 'open'
  );
  SELECT RAISE(ABORT, 'payment_above_due') WHERE NEW.amount > coalesce(
    (SELECT balance_due FROM bookings WHERE id = NEW.booking_id), 0
  );
END;
--> statement-breakpoint
-- Money: a payment outside Stripe is voided at most once, with user and reason, and neither during a charge or refund nor after a
-- refund of it.
CREATE TRIGGER transactions_recorded_void BEFORE UPDATE OF status ON transactions
WHEN OLD.id GLOB 'pay_*' AND NEW.status IS NOT OLD.status
BEGIN
  SELECT RAISE(ABORT, 'payment_is_voided_only')
  WHERE OLD.status <> 'succeeded' OR NEW.status <> 'canceled' OR NEW.voided_at IS NULL OR NEW.voided_by IS NULL
    OR NEW.void_reason IS NULL;
  SELECT RAISE(ABORT, 'payment_operation_live') WHERE EXISTS (
    SELECT 1 FROM payment_operations
    WHERE booking_id = OLD.booking_id AND state NOT IN ('succeeded', 'failed', 'canceled')
  );
  SELECT RAISE(ABORT, 'payment_refunded') WHERE EXISTS (
    SELECT 1 FROM transactions AS back WHERE back.payment_id = OLD.id AND back.status NOT IN ('failed', 'canceled')
  );
END;
