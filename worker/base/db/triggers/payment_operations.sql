-- No charge or refund begins while a payment link of the booking is open.
CREATE TRIGGER payment_operations_no_open_link BEFORE INSERT ON payment_operations
WHEN NEW.kind <> 'cancel' AND EXISTS (
  SELECT 1 FROM pay_links WHERE booking_id = NEW.booking_id AND state = 'open'
)
BEGIN
  SELECT RAISE(ABORT, 'pay_link_open');
END;

-- The amount of a charge is at most the balance due.
CREATE TRIGGER payment_operations_charge_due BEFORE INSERT ON payment_operations
WHEN NEW.kind = 'charge' AND NOT EXISTS (
  SELECT 1 FROM bookings WHERE id = NEW.booking_id AND NEW.amount <= balance_due
)
BEGIN
  SELECT RAISE(ABORT, 'charge_above_due');
END;
