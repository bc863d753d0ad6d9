-- Ledger: what stays of Stripe's object when its customer's data is removed is a list of what is shown and not personal,
-- so that a field which Stripe adds is not stored. It holds inside a removal, for a later webhook of a booking whose
-- history says that its data was removed, and for one of a checkout without its address.
DROP TRIGGER transactions_removed_customer;
--> statement-breakpoint
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
--> statement-breakpoint
-- The update fires the trigger above: a dispute that is lost after the removal is a new row.
CREATE TRIGGER transactions_removed_customer_insert AFTER INSERT ON transactions
WHEN EXISTS (
    SELECT 1 FROM history
    WHERE subject = 'booking' AND subject_id = NEW.booking_id AND action = 'personal_data_removed')
  OR EXISTS (SELECT 1 FROM checkouts WHERE id = NEW.checkout_id AND email_key = '')
BEGIN
  UPDATE transactions SET snapshot = snapshot WHERE id = NEW.id;
END;
