-- bookings.needs_attention is the most urgent of the booking's rows in attention, in the order of ATTENTION_REASONS
-- (domain/rental/bookings.ts). Runs when a reason is added.
CREATE TRIGGER attention_added AFTER INSERT ON attention
BEGIN
  UPDATE bookings SET needs_attention = (
    SELECT reason FROM attention WHERE booking_id = NEW.booking_id
    ORDER BY CASE reason WHEN 'payment_mismatch' THEN 1 WHEN 'no_unit' THEN 2 WHEN 'unit_out_of_service' THEN 3 WHEN 'unit_not_back' THEN 4 WHEN 'attempted' THEN 5 WHEN 'permit' THEN 6 ELSE 7 END
    LIMIT 1)
  WHERE id = NEW.booking_id;
END;

-- bookings.needs_attention is the most urgent of the booking's rows in attention, or null. Runs when a reason is
-- removed.
CREATE TRIGGER attention_removed AFTER DELETE ON attention
BEGIN
  UPDATE bookings SET needs_attention = (
    SELECT reason FROM attention WHERE booking_id = OLD.booking_id
    ORDER BY CASE reason WHEN 'payment_mismatch' THEN 1 WHEN 'no_unit' THEN 2 WHEN 'unit_out_of_service' THEN 3 WHEN 'unit_not_back' THEN 4 WHEN 'attempted' THEN 5 WHEN 'permit' THEN 6 ELSE 7 END
    LIMIT 1)
  WHERE id = OLD.booking_id;
END;
