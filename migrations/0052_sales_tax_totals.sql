-- Totals of sales tax: what one booking adds, in cents. domain/payments/tax-share.ts has the rule.
CREATE VIEW booking_tax_totals AS
SELECT id, name, sign * (CASE name
    WHEN 'payments_succeeded_tax' THEN (2 * paid * tax + total) / (2 * total)
    ELSE (2 * paid * tax + total) / (2 * total) - (2 * max(0, paid - refunded) * tax + total) / (2 * total) END) AS value
FROM (
  SELECT id, sign, paid, refunded,
    (SELECT sum(value ->> 'amount') FROM json_each(lines) WHERE value ->> 'type' = 'tax') AS tax,
    (SELECT sum(value ->> 'amount') FROM json_each(lines)) AS total
  FROM (SELECT bookings.id AS id, 1 AS sign, bookings.paid_amount AS paid, coalesce(bookings.refund_amount, 0) AS refunded, coalesce(bookings.final_price_lines, bookings.quote -> '$.lines') AS lines FROM bookings)
  WHERE lines IS NOT NULL)
JOIN (SELECT 'payments_succeeded_tax' AS name UNION ALL SELECT 'refunds_succeeded_tax')
WHERE tax > 0 AND total > 0;
--> statement-breakpoint
INSERT INTO totals (name, value) SELECT name, sum(value) FROM booking_tax_totals WHERE true GROUP BY name
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
--> statement-breakpoint
-- By the values of each change, because triggers of a change can change the booking again.
CREATE TRIGGER totals_booking_tax_insert AFTER INSERT ON bookings
BEGIN
  INSERT INTO totals (name, value)
  SELECT name, sum(value) FROM (SELECT id, name, sign * (CASE name
      WHEN 'payments_succeeded_tax' THEN (2 * paid * tax + total) / (2 * total)
      ELSE (2 * paid * tax + total) / (2 * total) - (2 * max(0, paid - refunded) * tax + total) / (2 * total) END) AS value
  FROM (
    SELECT id, sign, paid, refunded,
      (SELECT sum(value ->> 'amount') FROM json_each(lines) WHERE value ->> 'type' = 'tax') AS tax,
      (SELECT sum(value ->> 'amount') FROM json_each(lines)) AS total
    FROM (SELECT NEW.id AS id, 1 AS sign, NEW.paid_amount AS paid, coalesce(NEW.refund_amount, 0) AS refunded, coalesce(NEW.final_price_lines, NEW.quote -> '$.lines') AS lines)
    WHERE lines IS NOT NULL)
  JOIN (SELECT 'payments_succeeded_tax' AS name UNION ALL SELECT 'refunds_succeeded_tax')
  WHERE tax > 0 AND total > 0)
  WHERE true GROUP BY name
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_booking_tax_update AFTER UPDATE OF paid_amount, refund_amount, final_price_lines, quote ON bookings
WHEN NEW.paid_amount <> OLD.paid_amount OR NEW.refund_amount IS NOT OLD.refund_amount
  OR NEW.final_price_lines IS NOT OLD.final_price_lines OR NEW.quote IS NOT OLD.quote
BEGIN
  INSERT INTO totals (name, value)
  SELECT name, sum(value) FROM (SELECT id, name, sign * (CASE name
      WHEN 'payments_succeeded_tax' THEN (2 * paid * tax + total) / (2 * total)
      ELSE (2 * paid * tax + total) / (2 * total) - (2 * max(0, paid - refunded) * tax + total) / (2 * total) END) AS value
  FROM (
    SELECT id, sign, paid, refunded,
      (SELECT sum(value ->> 'amount') FROM json_each(lines) WHERE value ->> 'type' = 'tax') AS tax,
      (SELECT sum(value ->> 'amount') FROM json_each(lines)) AS total
    FROM (SELECT OLD.id AS id, -1 AS sign, OLD.paid_amount AS paid, coalesce(OLD.refund_amount, 0) AS refunded, coalesce(OLD.final_price_lines, OLD.quote -> '$.lines') AS lines UNION ALL SELECT NEW.id AS id, 1 AS sign, NEW.paid_amount AS paid, coalesce(NEW.refund_amount, 0) AS refunded, coalesce(NEW.final_price_lines, NEW.quote -> '$.lines') AS lines)
    WHERE lines IS NOT NULL)
  JOIN (SELECT 'payments_succeeded_tax' AS name UNION ALL SELECT 'refunds_succeeded_tax')
  WHERE tax > 0 AND total > 0)
  WHERE true GROUP BY name
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
--> statement-breakpoint
CREATE TRIGGER totals_booking_tax_delete AFTER DELETE ON bookings
BEGIN
  INSERT INTO totals (name, value)
  SELECT name, sum(value) FROM (SELECT id, name, sign * (CASE name
      WHEN 'payments_succeeded_tax' THEN (2 * paid * tax + total) / (2 * total)
      ELSE (2 * paid * tax + total) / (2 * total) - (2 * max(0, paid - refunded) * tax + total) / (2 * total) END) AS value
  FROM (
    SELECT id, sign, paid, refunded,
      (SELECT sum(value ->> 'amount') FROM json_each(lines) WHERE value ->> 'type' = 'tax') AS tax,
      (SELECT sum(value ->> 'amount') FROM json_each(lines)) AS total
    FROM (SELECT OLD.id AS id, -1 AS sign, OLD.paid_amount AS paid, coalesce(OLD.refund_amount, 0) AS refunded, coalesce(OLD.final_price_lines, OLD.quote -> '$.lines') AS lines)
    WHERE lines IS NOT NULL)
  JOIN (SELECT 'payments_succeeded_tax' AS name UNION ALL SELECT 'refunds_succeeded_tax')
  WHERE tax > 0 AND total > 0)
  WHERE true GROUP BY name
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
