-- No payment link opens while a charge, refund or cancellation of the booking is live.
CREATE TRIGGER pay_links_no_live_operation BEFORE INSERT ON pay_links
WHEN NEW.state = 'open' AND EXISTS (
  SELECT 1 FROM payment_operations
  WHERE booking_id = NEW.booking_id AND state NOT IN ('succeeded', 'failed', 'canceled')
)
BEGIN
  SELECT RAISE(ABORT, 'payment_operation_live');
END;

-- The amount of a payment link is at most the balance due.
CREATE TRIGGER pay_links_due BEFORE INSERT ON pay_links
WHEN NEW.state = 'open' AND NOT EXISTS (
  SELECT 1 FROM bookings WHERE id = NEW.booking_id AND NEW.amount <= balance_due
)
BEGIN
  SELECT RAISE(ABORT, 'charge_above_due');
END;
