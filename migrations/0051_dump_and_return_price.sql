-- compatible: the previous release writes neither the column nor the type, and the trigger refuses less.
ALTER TABLE `rates` ADD `dump_and_return_price` integer CHECK (`dump_and_return_price` >= 0);
--> statement-breakpoint
DROP TRIGGER price_additions_known_type;
--> statement-breakpoint
CREATE TRIGGER price_additions_known_type BEFORE INSERT ON price_additions
WHEN NEW.type NOT IN ('extra_days', 'exchange', 'dump_and_return', 'item', 'overage')
BEGIN
  SELECT RAISE(ABORT, 'price_additions_type');
END;
