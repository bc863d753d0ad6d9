-- A refund's reason is what staff wrote. Where they wrote nothing, Stripe's own word was stored.
UPDATE transactions SET reason = (
  SELECT nullif(o.reason, '') FROM refund_parts p JOIN payment_operations o ON o.id = p.operation_id
  WHERE p.refund_id = transactions.id
)
WHERE kind = 'refund'
  AND reason IN ('duplicate', 'expired_uncaptured_charge', 'fraudulent', 'requested_by_customer');
--> statement-breakpoint
UPDATE bookings SET refund_reason = (
  SELECT reason FROM transactions
  WHERE booking_id = bookings.id AND kind = 'refund' AND status = 'succeeded' AND reason IS NOT NULL
  ORDER BY created_at DESC, id DESC LIMIT 1
)
WHERE refund_amount IS NOT NULL;
--> statement-breakpoint
-- A lost dispute on top of a partial refund counted for other payments, too.
UPDATE bookings SET payment_status = CASE
  WHEN deposit_amount + coalesce(additional_payment_amount, 0) >= final_price THEN 'fully_paid'
  ELSE 'deposit_paid' END
WHERE payment_status = 'refunded' AND (
  SELECT coalesce(sum(min(payment.amount, (
    SELECT coalesce(sum(back.amount), 0) FROM transactions AS back
    WHERE back.payment_id = payment.id AND back.status = 'succeeded'))), 0)
  FROM transactions AS payment
  WHERE payment.booking_id = bookings.id AND payment.type = 'payment' AND payment.status = 'succeeded'
) < deposit_amount + coalesce(additional_payment_amount, 0)
AND EXISTS (SELECT 1 FROM transactions WHERE booking_id = bookings.id AND kind = 'dispute');
