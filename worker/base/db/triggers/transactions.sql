-- transactions.place orders the list and is the rowid in the indexes: the second of created_at, then the first free
-- number of a million in that second.
CREATE TRIGGER transactions_place_insert AFTER INSERT ON transactions
BEGIN
  UPDATE transactions SET place = coalesce(
    (SELECT max(place) + 1 FROM transactions
     WHERE place >= NEW.created_at / 1000 * 1000000 AND place < (NEW.created_at / 1000 + 1) * 1000000),
    NEW.created_at / 1000 * 1000000)
  WHERE id = NEW.id;
END;

-- transactions.place follows created_at: a transaction that moves to another second gets the next free number of
-- that second.
CREATE TRIGGER transactions_place_update AFTER UPDATE OF created_at ON transactions
WHEN NEW.created_at / 1000 <> OLD.created_at / 1000
BEGIN
  UPDATE transactions SET place = coalesce(
    (SELECT max(place) + 1 FROM transactions
     WHERE place >= NEW.created_at / 1000 * 1000000 AND place < (NEW.created_at / 1000 + 1) * 1000000),
    NEW.created_at / 1000 * 1000000)
  WHERE id = NEW.id;
END;

-- The search indexes have the current text of each transaction (view transaction_words). Setting `place` on a new
-- row fires this trigger, too.
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

-- A deleted transaction is in no search index.
CREATE TRIGGER transactions_search_delete AFTER DELETE ON transactions
BEGIN
  DELETE FROM transactions_search WHERE rowid = OLD.place;
  DELETE FROM transactions_words WHERE rowid = OLD.place;
END;

-- The totals of transactions are the sum of the view transaction_totals. Runs when a transaction is added.
CREATE TRIGGER totals_transaction_insert AFTER INSERT ON transactions
BEGIN
  INSERT INTO totals (name, value) SELECT name, value FROM transaction_totals WHERE id = NEW.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- The totals of transactions are the sum of the view transaction_totals. Before a change, the transaction's old part
-- is subtracted.
CREATE TRIGGER totals_transaction_before_update BEFORE UPDATE OF id, type, status, amount ON transactions
BEGIN
  INSERT INTO totals (name, value) SELECT name, -value FROM transaction_totals WHERE id = OLD.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- The totals of transactions are the sum of the view transaction_totals. After a change, the transaction's new part
-- is added.
CREATE TRIGGER totals_transaction_after_update AFTER UPDATE OF id, type, status, amount ON transactions
BEGIN
  INSERT INTO totals (name, value) SELECT name, value FROM transaction_totals WHERE id = NEW.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- The totals of transactions are the sum of the view transaction_totals. Runs when a transaction is deleted.
CREATE TRIGGER totals_transaction_delete BEFORE DELETE ON transactions
BEGIN
  INSERT INTO totals (name, value) SELECT name, -value FROM transaction_totals WHERE id = OLD.id
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- A transaction of a removed customer has no personal data, also when a later webhook brings it again. While a
-- removal runs, its updates empty the transactions.
CREATE TRIGGER transactions_removed_customer
AFTER UPDATE OF booking_id, receipt_email, receipt_url, snapshot ON transactions
WHEN EXISTS (SELECT 1 FROM removals WHERE finished_at IS NULL)
  OR EXISTS (
    SELECT 1 FROM history
    WHERE subject = 'booking' AND subject_id = NEW.booking_id AND action = 'personal_data_removed')
  OR EXISTS (SELECT 1 FROM checkouts WHERE id = NEW.checkout_id AND email_key = '')
BEGIN
  UPDATE transactions SET receipt_email = NULL, receipt_url = NULL,
    snapshot = CASE WHEN json_type(NEW.snapshot) = 'object' THEN json_object(
      'id', NEW.snapshot ->> '$.id',
      'object', NEW.snapshot ->> '$.object',
      'created', NEW.snapshot ->> '$.created',
      'status', NEW.snapshot ->> '$.status',
      'amount', NEW.snapshot ->> '$.amount',
      'amount_received', NEW.snapshot ->> '$.amount_received',
      'currency', NEW.snapshot ->> '$.currency',
      'reason', NEW.snapshot ->> '$.reason',
      'failure_reason', NEW.snapshot ->> '$.failure_reason',
      'receipt_email', NULL,
      'metadata', NEW.snapshot -> '$.metadata',
      'payment_method_types', NEW.snapshot -> '$.payment_method_types',
      'last_payment_error', CASE WHEN json_type(NEW.snapshot, '$.last_payment_error') = 'object' THEN json_object(
        'code', NEW.snapshot ->> '$.last_payment_error.code',
        'message', NEW.snapshot ->> '$.last_payment_error.message') END,
      'latest_charge', CASE WHEN json_type(NEW.snapshot, '$.latest_charge') = 'object' THEN json_object(
        'id', NEW.snapshot ->> '$.latest_charge.id',
        'status', NEW.snapshot ->> '$.latest_charge.status',
        'created', NEW.snapshot ->> '$.latest_charge.created',
        'outcome', CASE WHEN json_type(NEW.snapshot, '$.latest_charge.outcome') = 'object' THEN json_object(
          'type', NEW.snapshot ->> '$.latest_charge.outcome.type',
          'seller_message', NEW.snapshot ->> '$.latest_charge.outcome.seller_message') END,
        'payment_method_details', json_object(
          'type', NEW.snapshot ->> '$.latest_charge.payment_method_details.type',
          'card', json_object(
            'brand', NEW.snapshot ->> '$.latest_charge.payment_method_details.card.brand',
            'last4', NEW.snapshot ->> '$.latest_charge.payment_method_details.card.last4'))) END) END
  WHERE id = NEW.id;
END;

-- A new transaction of a removed customer has no personal data, such as a dispute that is lost after the removal.
-- The update fires the trigger above.
CREATE TRIGGER transactions_removed_customer_insert AFTER INSERT ON transactions
WHEN EXISTS (
    SELECT 1 FROM history
    WHERE subject = 'booking' AND subject_id = NEW.booking_id AND action = 'personal_data_removed')
  OR EXISTS (SELECT 1 FROM checkouts WHERE id = NEW.checkout_id AND email_key = '')
BEGIN
  UPDATE transactions SET snapshot = snapshot WHERE id = NEW.id;
END;

-- bookings.paid_amount is the sum of the booking's succeeded payments. Runs when a payment is added.
CREATE TRIGGER bookings_paid_insert AFTER INSERT ON transactions
WHEN NEW.type = 'payment' AND NEW.booking_id IS NOT NULL
BEGIN
  UPDATE bookings SET paid_amount = coalesce((
    SELECT sum(amount) FROM transactions
    WHERE booking_id = NEW.booking_id AND type = 'payment' AND status = 'succeeded'), 0)
  WHERE id = NEW.booking_id;
END;

-- bookings.paid_amount is the sum of the booking's succeeded payments. Runs when a payment changes.
CREATE TRIGGER bookings_paid_update AFTER UPDATE OF type, status, amount, booking_id ON transactions
WHEN NEW.type = 'payment' OR OLD.type = 'payment'
BEGIN
  UPDATE bookings SET paid_amount = coalesce((
    SELECT sum(amount) FROM transactions
    WHERE booking_id = bookings.id AND type = 'payment' AND status = 'succeeded'), 0)
  WHERE id IN (OLD.booking_id, NEW.booking_id);
END;

-- bookings.paid_amount is the sum of the booking's succeeded payments. Runs when a payment is deleted.
CREATE TRIGGER bookings_paid_delete AFTER DELETE ON transactions
WHEN OLD.type = 'payment' AND OLD.booking_id IS NOT NULL
BEGIN
  UPDATE bookings SET paid_amount = coalesce((
    SELECT sum(amount) FROM transactions
    WHERE booking_id = OLD.booking_id AND type = 'payment' AND status = 'succeeded'), 0)
  WHERE id = OLD.booking_id;
END;

-- A payment outside Stripe is voided at most once, with user and reason, and neither during a charge or refund nor
-- after a refund of it.
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

-- A payment or refund outside Stripe has the day and the user who recorded it.
CREATE TRIGGER transactions_recorded_complete BEFORE INSERT ON transactions
WHEN (NEW.id GLOB 'pay_*' OR NEW.id GLOB 'rfd_*') AND (NEW.payment_day IS NULL OR NEW.recorded_by IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'recorded_payment_incomplete');
END;

-- A payment or refund outside Stripe stays as it was recorded.
CREATE TRIGGER transactions_recorded_stays BEFORE UPDATE OF id, type, booking_id, amount, payment_day, recorded_by ON transactions
WHEN (OLD.id GLOB 'pay_*' OR OLD.id GLOB 'rfd_*') AND (
  NEW.id IS NOT OLD.id OR NEW.type IS NOT OLD.type OR NEW.booking_id IS NOT OLD.booking_id OR NEW.amount IS NOT OLD.amount
  OR NEW.payment_day IS NOT OLD.payment_day OR NEW.recorded_by IS NOT OLD.recorded_by)
BEGIN
  SELECT RAISE(ABORT, 'recorded_payment_stays');
END;

-- bookings.due_again_amount is the sum of the booking's succeeded refunds without their discounts. Runs when a
-- refund is added.
CREATE TRIGGER bookings_due_again_insert AFTER INSERT ON transactions
WHEN NEW.type = 'refund' AND NEW.booking_id IS NOT NULL
BEGIN
  UPDATE bookings SET due_again_amount = (
    SELECT coalesce(sum(amount - discount_amount), 0) FROM transactions
    WHERE booking_id = NEW.booking_id AND kind = 'refund' AND status = 'succeeded')
  WHERE id = NEW.booking_id;
END;

-- bookings.due_again_amount is the sum of the booking's succeeded refunds without their discounts. Runs when a
-- refund changes.
CREATE TRIGGER bookings_due_again_update AFTER UPDATE OF kind, status, amount, discount_amount, booking_id ON transactions
WHEN NEW.type = 'refund' OR OLD.type = 'refund'
BEGIN
  UPDATE bookings SET due_again_amount = (
    SELECT coalesce(sum(amount - discount_amount), 0) FROM transactions
    WHERE booking_id = bookings.id AND kind = 'refund' AND status = 'succeeded')
  WHERE id IN (OLD.booking_id, NEW.booking_id);
END;

-- bookings.due_again_amount is the sum of the booking's succeeded refunds without their discounts. Runs when a
-- refund is deleted.
CREATE TRIGGER bookings_due_again_delete AFTER DELETE ON transactions
WHEN OLD.type = 'refund' AND OLD.booking_id IS NOT NULL
BEGIN
  UPDATE bookings SET due_again_amount = (
    SELECT coalesce(sum(amount - discount_amount), 0) FROM transactions
    WHERE booking_id = OLD.booking_id AND kind = 'refund' AND status = 'succeeded')
  WHERE id = OLD.booking_id;
END;

-- Only a refund has a discount, which is at most its amount.
CREATE TRIGGER transactions_discount BEFORE INSERT ON transactions
WHEN NEW.discount_amount <> 0 AND (NEW.kind <> 'refund' OR NEW.discount_amount NOT BETWEEN 0 AND NEW.amount)
BEGIN
  SELECT RAISE(ABORT, 'discount_above_refund');
END;

-- The discount of a refund never changes.
CREATE TRIGGER transactions_discount_stays BEFORE UPDATE OF discount_amount ON transactions
WHEN NEW.discount_amount IS NOT OLD.discount_amount
BEGIN
  SELECT RAISE(ABORT, 'discount_stays');
END;

-- A payment outside Stripe is at most the balance due, and is not recorded beside a live charge or refund or an open
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
