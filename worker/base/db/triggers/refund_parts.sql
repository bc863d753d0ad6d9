-- The refunds of a payment never exceed it. Earlier refunds count unless they failed; a lost dispute that was won on
-- appeal is 'canceled' and does not count.
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

-- A discount is at most its refund, and a refund of a cancelled booking has no discount.
CREATE TRIGGER refund_parts_discount BEFORE INSERT ON refund_parts
WHEN NEW.discount_amount <> 0
BEGIN
  SELECT RAISE(ABORT, 'discount_above_refund') WHERE NEW.discount_amount < 0 OR NEW.discount_amount > NEW.amount;
  SELECT RAISE(ABORT, 'discount_of_cancelled') WHERE EXISTS (
    SELECT 1 FROM payment_operations operation JOIN bookings ON bookings.id = operation.booking_id
    WHERE operation.id = NEW.operation_id AND (bookings.status = 'cancelled' OR operation.kind = 'cancel'));
END;
