-- Only an open checkout has a client secret: it is cleared when the checkout is paid or expires.
CREATE TRIGGER checkouts_finished_without_secret AFTER UPDATE ON checkouts
WHEN NEW.state <> 'open' AND NEW.client_secret IS NOT NULL
BEGIN
  UPDATE checkouts SET client_secret = NULL WHERE id = NEW.id;
END;

-- Only an open checkout has jobs of its own: they are deleted when it is paid or expires.
CREATE TRIGGER checkouts_release_jobs AFTER UPDATE OF state ON checkouts WHEN NEW.state <> 'open'
BEGIN
  DELETE FROM jobs WHERE checkout_id = NEW.id;
END;

-- A payment for several dumpsters becomes all of its bookings or none.
CREATE TRIGGER checkouts_paid_whole BEFORE UPDATE OF state ON checkouts
WHEN NEW.state = 'paid' AND EXISTS (
  SELECT 1 FROM checkout_revisions AS r
  WHERE r.checkout_id = NEW.id AND r.revision = NEW.current_revision AND r.quantity > 1 AND r.quantity <> (
    SELECT count(*) FROM bookings WHERE stripe_payment_intent_id IN (
      NEW.stripe_payment_intent_id, NEW.stripe_payment_intent_id || '.2', NEW.stripe_payment_intent_id || '.3',
      NEW.stripe_payment_intent_id || '.4', NEW.stripe_payment_intent_id || '.5'))
)
BEGIN
  SELECT RAISE(ABORT, 'order_incomplete');
END;
