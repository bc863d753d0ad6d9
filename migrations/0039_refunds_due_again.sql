-- compatible: the previous release reads balance_due and writes neither it nor the new columns; its refunds are due again.
DROP INDEX `bookings_balance_due`;--> statement-breakpoint
DROP INDEX `bookings_due`;--> statement-breakpoint
DROP TRIGGER payment_operations_charge_due;--> statement-breakpoint
DROP TRIGGER pay_links_due;--> statement-breakpoint
DROP TRIGGER transactions_recorded_due;--> statement-breakpoint
ALTER TABLE `bookings` DROP COLUMN `balance_due`;--> statement-breakpoint
ALTER TABLE `bookings` ADD `due_again_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `balance_due` integer GENERATED ALWAYS AS (max(0, coalesce(final_price, deposit_amount) - paid_amount + iif(status = 'cancelled', 0, due_again_amount))) VIRTUAL;--> statement-breakpoint
ALTER TABLE `refund_parts` ADD `discount_amount` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `transactions` ADD `discount_amount` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Until now no refund was due again. It stays so for all but those that a cancellation made, those of bookings that are
-- cancelled, and those of what was paid above the final price.
UPDATE transactions SET discount_amount = amount
WHERE kind = 'refund'
  AND id NOT IN (
    SELECT refund_id FROM refund_parts JOIN payment_operations operation ON operation.id = operation_id
    WHERE operation.kind = 'cancel' AND refund_id IS NOT NULL)
  AND EXISTS (
    SELECT 1 FROM bookings
    WHERE bookings.id = booking_id AND status <> 'cancelled'
      AND (final_price IS NULL OR paid_amount - coalesce(refund_amount, 0) < final_price));
--> statement-breakpoint
UPDATE bookings SET due_again_amount = (
  SELECT coalesce(sum(amount - discount_amount), 0) FROM transactions
  WHERE booking_id = bookings.id AND kind = 'refund' AND status = 'succeeded')
WHERE refund_amount > 0;
--> statement-breakpoint
UPDATE bookings SET payment_status = 'deposit_paid' WHERE payment_status = 'fully_paid' AND balance_due > 0;
--> statement-breakpoint
CREATE INDEX `bookings_balance_due` ON `bookings` (`balance_due`,`id`);--> statement-breakpoint
CREATE INDEX `bookings_due` ON `bookings` (`id`) WHERE balance_due > 0 AND status <> 'cancelled';
--> statement-breakpoint
-- Money: what is due again of a booking is the sum of its succeeded refunds without their discounts.
CREATE TRIGGER bookings_due_again_insert AFTER INSERT ON transactions
WHEN NEW.type = 'refund' AND NEW.booking_id IS NOT NULL
BEGIN
  UPDATE bookings SET due_again_amount = (
    SELECT coalesce(sum(amount - discount_amount), 0) FROM transactions
    WHERE booking_id = NEW.booking_id AND kind = 'refund' AND status = 'succeeded')
  WHERE id = NEW.booking_id;
END;
--> statement-breakpoint
CREATE TRIGGER bookings_due_again_update AFTER UPDATE OF kind, status, amount, discount_amount, booking_id ON transactions
WHEN NEW.type = 'refund' OR OLD.type = 'refund'
BEGIN
  UPDATE bookings SET due_again_amount = (
    SELECT coalesce(sum(amount - discount_amount), 0) FROM transactions
    WHERE booking_id = bookings.id AND kind = 'refund' AND status = 'succeeded')
  WHERE id IN (OLD.booking_id, NEW.booking_id);
END;
--> statement-breakpoint
CREATE TRIGGER bookings_due_again_delete AFTER DELETE ON transactions
WHEN OLD.type = 'refund' AND OLD.booking_id IS NOT NULL
BEGIN
  UPDATE bookings SET due_again_amount = (
    SELECT coalesce(sum(amount - discount_amount), 0) FROM transactions
    WHERE booking_id = OLD.booking_id AND kind = 'refund' AND status = 'succeeded')
  WHERE id = OLD.booking_id;
END;
--> statement-breakpoint
-- Money: a discount is at most its refund, and a refund of a cancelled booking is none.
CREATE TRIGGER refund_parts_discount BEFORE INSERT ON refund_parts
WHEN NEW.discount_amount <> 0
BEGIN
  SELECT RAISE(ABORT, 'discount_above_refund') WHERE NEW.discount_amount < 0 OR NEW.discount_amount > NEW.amount;
  SELECT RAISE(ABORT, 'discount_of_cancelled') WHERE EXISTS (
    SELECT 1 FROM payment_operations operation JOIN bookings ON bookings.id = operation.booking_id
    WHERE operation.id = NEW.operation_id AND (bookings.status = 'cancelled' OR operation.kind = 'cancel'));
END;
--> statement-breakpoint
CREATE TRIGGER transactions_discount BEFORE INSERT ON transactions
WHEN NEW.discount_amount <> 0 AND (NEW.kind <> 'refund' OR NEW.discount_amount NOT BETWEEN 0 AND NEW.amount)
BEGIN
  SELECT RAISE(ABORT, 'discount_above_refund');
END;
--> statement-breakpoint
CREATE TRIGGER transactions_discount_stays BEFORE UPDATE OF discount_amount ON transactions
WHEN NEW.discount_amount IS NOT OLD.discount_amount
BEGIN
  SELECT RAISE(ABORT, 'discount_stays');
END;
--> statement-breakpoint
-- Money: a charge, a payment link or a payment outside Stripe never exceeds the balance due. As in 0015 and 0022, which
-- these triggers follow: the column that they read was replaced.
CREATE TRIGGER payment_operations_charge_due BEFORE INSERT ON payment_operations
WHEN NEW.kind = 'charge' AND NOT EXISTS (
  SELECT 1 FROM bookings WHERE id = NEW.booking_id AND NEW.amount <= balance_due
)
BEGIN
  SELECT RAISE(ABORT, 'charge_above_due');
END;
--> statement-breakpoint
CREATE TRIGGER pay_links_due BEFORE INSERT ON pay_links
WHEN NEW.state = 'open' AND NOT EXISTS (
  SELECT 1 FROM bookings WHERE id = NEW.booking_id AND NEW.amount <= balance_due
)
BEGIN
  SELECT RAISE(ABORT, 'charge_above_due');
END;
--> statement-breakpoint
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
