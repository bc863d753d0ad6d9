-- Cleared by the trigger instead of refused: a Worker of before the column of hashes may still run during a deployment.
DROP TRIGGER checkouts_finished_without_secret;
--> statement-breakpoint
CREATE TRIGGER checkouts_finished_without_secret AFTER UPDATE ON checkouts
WHEN NEW.state <> 'open' AND NEW.client_secret IS NOT NULL
BEGIN
  UPDATE checkouts SET client_secret = NULL WHERE id = NEW.id;
END;
