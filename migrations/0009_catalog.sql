-- contract: an earlier release sells at the prices in its code and ignores closed days, areas, truck moves and the pause. While a deployment runs it works: it ignores the new tables and columns.
CREATE TABLE `attention` (
	`booking_id` integer NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`booking_id`, `reason`),
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `blackout_days` (
	`day` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` integer,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "blackout_days_day" CHECK("blackout_days"."day" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE TABLE `booking_pause` (
	`id` integer PRIMARY KEY NOT NULL,
	`is_paused` integer DEFAULT false NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "booking_pause_one_row" CHECK("booking_pause"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `business_logos` (
	`hash` text PRIMARY KEY NOT NULL,
	`media_type` text NOT NULL,
	`content` blob NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "business_logos_size" CHECK(length("business_logos"."content") BETWEEN 1 AND 102400)
);
--> statement-breakpoint
CREATE TABLE `business_profile` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`phone` text NOT NULL,
	`email` text NOT NULL,
	`yard_address` text DEFAULT '' NOT NULL,
	`credit_name` text NOT NULL,
	`credit_url` text NOT NULL,
	`opening_hours` text DEFAULT '' NOT NULL,
	`accent` text DEFAULT 'yellow' NOT NULL,
	`logo_hash` text,
	`frame_origins` text DEFAULT '[]' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`logo_hash`) REFERENCES `business_logos`(`hash`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "business_profile_one_row" CHECK("business_profile"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE `declined_zips` (
	`zip` text NOT NULL,
	`day` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`zip`, `day`),
	CONSTRAINT "declined_zips_day" CHECK("declined_zips"."day" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE TABLE `terms_versions` (
	`type` text NOT NULL,
	`version` text NOT NULL,
	`markdown` text NOT NULL,
	`html` text NOT NULL,
	`published_at` integer NOT NULL,
	`published_by` integer,
	PRIMARY KEY(`type`, `version`),
	FOREIGN KEY (`published_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `catalog_rules` (
	`id` integer PRIMARY KEY NOT NULL,
	`area_mode` text NOT NULL,
	`delivery_weekdays` text NOT NULL,
	`lead_days` integer NOT NULL,
	`same_day_cutoff` text,
	`max_truck_moves_per_day` integer,
	`horizon_days` integer NOT NULL,
	`cancellation` text,
	`accepted_waste` text NOT NULL,
	`prohibited_waste` text NOT NULL,
	CONSTRAINT "catalog_rules_one_row" CHECK("catalog_rules"."id" = 1),
	CONSTRAINT "catalog_rules_horizon" CHECK("catalog_rules"."horizon_days" BETWEEN 1 AND 365),
	CONSTRAINT "catalog_rules_lead" CHECK("catalog_rules"."lead_days" BETWEEN 0 AND "catalog_rules"."horizon_days"),
	CONSTRAINT "catalog_rules_moves" CHECK("catalog_rules"."max_truck_moves_per_day" IS NULL OR "catalog_rules"."max_truck_moves_per_day" > 0)
);
--> statement-breakpoint
CREATE TABLE `catalog_sections` (
	`section` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	`changed_by` integer,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`changed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `charge_items` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`unit` text NOT NULL,
	`unit_price` integer NOT NULL,
	`is_taxable` integer NOT NULL,
	`position` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	CONSTRAINT "charge_items_price" CHECK("charge_items"."unit_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE `materials` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`includes` text DEFAULT '' NOT NULL,
	`excludes` text DEFAULT '' NOT NULL,
	`density_low` integer NOT NULL,
	`density_high` integer NOT NULL,
	`fill_line` text,
	`sizes` text,
	`position` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	CONSTRAINT "materials_density" CHECK("materials"."density_low" BETWEEN 1 AND "materials"."density_high")
);
--> statement-breakpoint
CREATE TABLE `project_presets` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`material` text NOT NULL,
	`size` text,
	`volume_low` integer NOT NULL,
	`volume_high` integer NOT NULL,
	`weight_low` integer NOT NULL,
	`weight_high` integer NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`material`) REFERENCES `materials`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`size`) REFERENCES `dumpster_sizes`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "project_presets_ranges" CHECK("project_presets"."volume_low" BETWEEN 0 AND "project_presets"."volume_high" AND "project_presets"."weight_low" BETWEEN 0 AND "project_presets"."weight_high")
);
--> statement-breakpoint
CREATE TABLE `rate_cards` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`status` text NOT NULL,
	`base_id` integer,
	`snapshot` text,
	`zone_zips` text DEFAULT '{}' NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`published_at` integer,
	`published_by` integer,
	FOREIGN KEY (`published_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rate_cards_snapshot" CHECK(("rate_cards"."status" = 'draft') = ("rate_cards"."snapshot" IS NULL) AND ("rate_cards"."status" = 'draft') = ("rate_cards"."published_at" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rate_cards_published` ON `rate_cards` (`status`) WHERE status = 'published';--> statement-breakpoint
CREATE UNIQUE INDEX `rate_cards_draft` ON `rate_cards` (`status`) WHERE status = 'draft';--> statement-breakpoint
CREATE TABLE `rates` (
	`rental_option` text NOT NULL,
	`dumpster_size` text NOT NULL,
	`material` text NOT NULL,
	`is_offered` integer NOT NULL,
	`deposit` integer NOT NULL,
	`price` integer,
	`included_weight` integer,
	`overage_per_ton` integer,
	`overage_unit` text NOT NULL,
	`extra_day` integer,
	`exchange_price` integer,
	PRIMARY KEY(`rental_option`, `dumpster_size`, `material`),
	FOREIGN KEY (`rental_option`) REFERENCES `rental_options`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`dumpster_size`) REFERENCES `dumpster_sizes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`material`) REFERENCES `materials`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rates_deposit" CHECK("rates"."deposit" >= 50),
	CONSTRAINT "rates_price" CHECK("rates"."price" IS NULL OR "rates"."price" >= "rates"."deposit"),
	CONSTRAINT "rates_amounts" CHECK("rates"."included_weight" >= 0 AND "rates"."overage_per_ton" >= 0 AND "rates"."extra_day" >= 0 AND "rates"."exchange_price" >= 0)
);
--> statement-breakpoint
CREATE TABLE `tax_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`state` text,
	`zips` text,
	`rate_millionths` integer NOT NULL,
	`applies_to` text NOT NULL,
	`position` integer NOT NULL,
	CONSTRAINT "tax_rules_place" CHECK(("tax_rules"."state" IS NULL) <> ("tax_rules"."zips" IS NULL)),
	CONSTRAINT "tax_rules_rate" CHECK("tax_rules"."rate_millionths" BETWEEN 1 AND 250000)
);
--> statement-breakpoint
CREATE TABLE `zone_zips` (
	`from_zip` text PRIMARY KEY NOT NULL,
	`to_zip` text NOT NULL,
	`zone` text NOT NULL,
	FOREIGN KEY (`zone`) REFERENCES `zones`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "zone_zips_order" CHECK(length("zone_zips"."from_zip") = 5 AND length("zone_zips"."to_zip") = 5 AND "zone_zips"."from_zip" <= "zone_zips"."to_zip")
);
--> statement-breakpoint
CREATE INDEX `zone_zips_zone` ON `zone_zips` (`zone`);--> statement-breakpoint
CREATE TABLE `zones` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`surcharge` integer DEFAULT 0 NOT NULL,
	`street_rule` text,
	`position` integer NOT NULL,
	CONSTRAINT "zones_surcharge" CHECK("zones"."surcharge" >= 0)
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`checkout_id` text,
	`revision` integer,
	`type` text NOT NULL,
	`due_day` text NOT NULL,
	`time_window` text DEFAULT 'any' NOT NULL,
	`dumpster_id` integer,
	`status` text DEFAULT 'open' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`dumpster_id`) REFERENCES `dumpsters`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`checkout_id`,`revision`) REFERENCES `checkout_revisions`(`checkout_id`,`revision`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "jobs_owner" CHECK(("jobs"."booking_id" IS NULL) <> ("jobs"."checkout_id" IS NULL) AND ("jobs"."checkout_id" IS NULL) = ("jobs"."revision" IS NULL)),
	CONSTRAINT "jobs_day" CHECK("jobs"."due_day" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
);
--> statement-breakpoint
CREATE INDEX `jobs_due_day` ON `jobs` (`due_day`,`status`);--> statement-breakpoint
CREATE INDEX `jobs_booking` ON `jobs` (`booking_id`) WHERE booking_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_checkout` ON `jobs` (`checkout_id`,`revision`) WHERE checkout_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_booking_live` ON `jobs` (`booking_id`,`type`) WHERE booking_id IS NOT NULL AND status <> 'cancelled' AND type IN ('delivery', 'final_pickup');--> statement-breakpoint
ALTER TABLE `bookings` ADD `material_id` text REFERENCES materials(id);--> statement-breakpoint
ALTER TABLE `bookings` ADD `zone` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `placement_type` text DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `quote` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `rate_card_id` integer REFERENCES rate_cards(id);--> statement-breakpoint
ALTER TABLE `bookings` ADD `end_date` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `pickup_day` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `utm` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `permit_number` text;--> statement-breakpoint
ALTER TABLE `bookings` ADD `permit_expires` text;--> statement-breakpoint
ALTER TABLE `checkout_revisions` ADD `material_id` text REFERENCES materials(id);--> statement-breakpoint
ALTER TABLE `checkout_revisions` ADD `zone` text;--> statement-breakpoint
ALTER TABLE `checkout_revisions` ADD `placement_type` text DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE `checkout_revisions` ADD `quote` text;--> statement-breakpoint
ALTER TABLE `checkout_revisions` ADD `pickup_day` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `rate_card_id` integer REFERENCES rate_cards(id);--> statement-breakpoint
ALTER TABLE `checkouts` ADD `utm` text;
--> statement-breakpoint
-- The first catalog: the rental periods, deposits and sizes of SPEC 9 (domain/catalog/seed.ts; a test compares them).
INSERT INTO materials (id, name, includes, excludes, density_low, density_high, fill_line, sizes, position) VALUES
  ('mixed', 'Mixed household and construction debris', 'Furniture, wood, drywall, roofing, flooring, yard waste and other household or building waste', '', 150, 400, NULL, NULL, 1);
--> statement-breakpoint
INSERT INTO rates (rental_option, dumpster_size, material, is_offered, deposit, overage_unit) VALUES
  ('1-day', '10-yard', 'mixed', 1, 32500, 'tenth'),
  ('1-day', '15-yard', 'mixed', 1, 32500, 'tenth'),
  ('1-day', '20-yard', 'mixed', 1, 32500, 'tenth'),
  ('1-day', '30-yard', 'mixed', 1, 32500, 'tenth'),
  ('7-day', '10-yard', 'mixed', 1, 42500, 'tenth'),
  ('7-day', '15-yard', 'mixed', 1, 42500, 'tenth'),
  ('7-day', '20-yard', 'mixed', 1, 42500, 'tenth'),
  ('7-day', '30-yard', 'mixed', 1, 42500, 'tenth'),
  ('30-day', '10-yard', 'mixed', 1, 52500, 'tenth'),
  ('30-day', '15-yard', 'mixed', 1, 52500, 'tenth'),
  ('30-day', '20-yard', 'mixed', 1, 52500, 'tenth'),
  ('30-day', '30-yard', 'mixed', 1, 52500, 'tenth');
--> statement-breakpoint
INSERT INTO catalog_rules (id, area_mode, delivery_weekdays, lead_days, horizon_days, accepted_waste, prohibited_waste) VALUES
  (1, 'everywhere', '[0,1,2,3,4,5,6]', 0, 365, '[]', '["asbestos, medical waste, explosives, ammunition","paint, solvents, oil, fuel, pesticides and other liquids or chemicals","batteries, propane tanks, gas bottles, fluorescent tubes","tires, and refrigerators or air conditioners that still hold refrigerant","televisions and monitors where local rules forbid it"]');
--> statement-breakpoint
INSERT INTO rate_cards (id, status, snapshot, note, created_at, published_at) VALUES
  (1, 'published', '{"rentalOptions":[{"id":"1-day","title":"1-Day Rental","label":"1-Day","days":1,"features":[],"isActive":true},{"id":"7-day","title":"7-Day Rental","label":"7-Day","days":7,"features":[],"isActive":true},{"id":"30-day","title":"30-Day Rental","label":"30-Day","days":30,"features":[],"isActive":true}],"dumpsterSizes":[{"id":"10-yard","name":"10-Yard","yards":10,"lengthIn":144,"widthIn":96,"heightIn":42,"bestFor":"A garage, an attic or one room","isActive":true},{"id":"15-yard","name":"15-Yard","yards":15,"lengthIn":192,"widthIn":90,"heightIn":54,"bestFor":"A kitchen or bathroom remodel","isActive":true},{"id":"20-yard","name":"20-Yard","yards":20,"lengthIn":264,"widthIn":96,"heightIn":54,"bestFor":"A roof, a deck or a large cleanout","isActive":true},{"id":"30-yard","name":"30-Yard","yards":30,"lengthIn":264,"widthIn":96,"heightIn":72,"bestFor":"A whole house or new construction","isActive":true}],"materials":[{"id":"mixed","name":"Mixed household and construction debris","includes":"Furniture, wood, drywall, roofing, flooring, yard waste and other household or building waste","excludes":"","densityLow":150,"densityHigh":400,"fillLine":null,"sizes":null,"isActive":true}],"projectPresets":[],"rates":[{"rentalOption":"1-day","dumpsterSize":"10-yard","material":"mixed","isOffered":true,"deposit":32500,"price":null,"includedWeight":null,"overagePerTon":null,"overageUnit":"tenth","extraDay":null,"exchangePrice":null},{"rentalOption":"1-day","dumpsterSize":"15-yard","material":"mixed","isOffered":true,"deposit":32500,"price":null,"includedWeight":null,"overagePerTon":null,"overageUnit":"tenth","extraDay":null,"exchangePrice":null},{"rentalOption":"1-day","dumpsterSize":"20-yard","material":"mixed","isOffered":true,"deposit":32500,"price":null,"includedWeight":null,"overagePerTon":null,"overageUnit":"tenth","extraDay":null,"exchangePrice":null},{"rentalOption":"1-day","dumpsterSize":"30-yard","material":"mixed","isOffered":true,"deposit":32500,"price":null,"includedWeight":null,"overagePerTon":null,"overageUnit":"tenth","extraDay":null,"exchangePrice":null},{"rentalOption":"7-day","dumpsterSize":"10-yard","material":"mixed","isOffered":true,"deposit":42500,"price":null,"includedWeight":null,"overagePerTon":null,"overageUnit":"tenth","extraDay":null,"exchangePrice":null},{"rentalOption":"7-day","dumpsterSize":"15-yard","material":"mixed","isOffered":true,"deposit":42500,"price":null,"includedWeight":null,"overagePerTon":null,"overageUnit":"tenth","extraDay":null,"exchangePrice":null},{"rentalOption":"7-day","dumpsterSize":"20-yard","material":"mixed","isOffered":true,"deposit":42500,"price":null,"includedWeight":null,"overagePerTon":null,"overageUnit":"tenth","extraDay":null,"exchangePrice":null},{"rentalOption":"7-day","dumpsterSize":"30-yard","material":"mixed","isOffered":true,"deposit":42500,"price":null,"includedWeight":null,"overagePerTon":null,"overageUnit":"tenth","extraDay":null,"exchangePrice":null},{"rentalOption":"30-day","dumpsterSize":"10-yard","material":"mixed","isOffered":true,"deposit":52500,"price":null,"includedWeight":null,"overagePerTon":null,"overageUnit":"tenth","extraDay":null,"exchangePrice":null},{"rentalOption":"30-day","dumpsterSize":"15-yard","material":"mixed","isOffered":true,"deposit":52500,"price":null,"includedWeight":null,"overagePerTon":null,"overageUnit":"tenth","extraDay":null,"exchangePrice":null},{"rentalOption":"30-day","dumpsterSize":"20-yard","material":"mixed","isOffered":true,"deposit":52500,"price":null,"includedWeight":null,"overagePerTon":null,"overageUnit":"tenth","extraDay":null,"exchangePrice":null},{"rentalOption":"30-day","dumpsterSize":"30-yard","material":"mixed","isOffered":true,"deposit":52500,"price":null,"includedWeight":null,"overagePerTon":null,"overageUnit":"tenth","extraDay":null,"exchangePrice":null}],"chargeItems":[],"area":{"mode":"everywhere","zones":[]},"taxRules":[],"calendar":{"deliveryWeekdays":[0,1,2,3,4,5,6],"leadDays":0,"sameDayCutoff":null,"maxTruckMovesPerDay":null,"horizonDays":365},"policy":{"cancellation":null,"acceptedWaste":[],"prohibitedWaste":["asbestos, medical waste, explosives, ammunition","paint, solvents, oil, fuel, pesticides and other liquids or chemicals","batteries, propane tanks, gas bottles, fluorescent tubes","tires, and refrigerators or air conditioners that still hold refrigerant","televisions and monitors where local rules forbid it"]}}', 'First catalog', 0, 0);
--> statement-breakpoint
INSERT INTO booking_pause (id) VALUES (1);
--> statement-breakpoint
-- Bookings and checkouts from before rate cards.
UPDATE bookings SET
  rate_card_id = 1, material_id = 'mixed',
  end_date = date(delivery_date, '+' || ((SELECT days FROM rental_options WHERE id = rental_type) - 1) || ' days'),
  pickup_day = date(delivery_date, '+' || ((SELECT days FROM rental_options WHERE id = rental_type) - 1) || ' days');
--> statement-breakpoint
UPDATE checkout_revisions SET material_id = 'mixed', pickup_day = end_date;
--> statement-breakpoint
UPDATE checkouts SET rate_card_id = 1;
--> statement-breakpoint
-- The previous release inserts bookings and revisions without these days.
CREATE TRIGGER bookings_days AFTER INSERT ON bookings WHEN NEW.end_date = ''
BEGIN
  UPDATE bookings SET
    end_date = coalesce(date(delivery_date, '+' || ((SELECT days FROM rental_options WHERE id = rental_type) - 1) || ' days'), delivery_date),
    pickup_day = coalesce(date(delivery_date, '+' || ((SELECT days FROM rental_options WHERE id = rental_type) - 1) || ' days'), delivery_date)
  WHERE id = NEW.id;
END;
--> statement-breakpoint
CREATE TRIGGER checkout_revisions_days AFTER INSERT ON checkout_revisions WHEN NEW.pickup_day = ''
BEGIN
  UPDATE checkout_revisions SET pickup_day = end_date
  WHERE checkout_id = NEW.checkout_id AND revision = NEW.revision;
END;
--> statement-breakpoint
-- The last day of a booking follows from its rental period.
CREATE TRIGGER rental_options_days_booked BEFORE UPDATE OF days ON rental_options
WHEN NEW.days <> OLD.days AND (
  EXISTS (SELECT 1 FROM bookings WHERE rental_type = OLD.id)
  OR EXISTS (SELECT 1 FROM checkout_revisions WHERE rental_type = OLD.id)
)
BEGIN
  SELECT RAISE(ABORT, 'rental_options_days_booked');
END;
--> statement-breakpoint
-- An id that was published is never deleted, so that it is never used again.
CREATE TRIGGER rental_options_no_delete BEFORE DELETE ON rental_options
WHEN EXISTS (
  SELECT 1 FROM rate_cards, json_each(rate_cards.snapshot, '$.rentalOptions') AS entry
  WHERE json_extract(entry.value, '$.id') = OLD.id
)
BEGIN
  SELECT RAISE(ABORT, 'rental_options_no_delete');
END;
--> statement-breakpoint
CREATE TRIGGER dumpster_sizes_no_delete BEFORE DELETE ON dumpster_sizes
WHEN EXISTS (
  SELECT 1 FROM rate_cards, json_each(rate_cards.snapshot, '$.dumpsterSizes') AS entry
  WHERE json_extract(entry.value, '$.id') = OLD.id
)
BEGIN
  SELECT RAISE(ABORT, 'dumpster_sizes_no_delete');
END;
--> statement-breakpoint
CREATE TRIGGER materials_no_delete BEFORE DELETE ON materials
WHEN EXISTS (
  SELECT 1 FROM rate_cards, json_each(rate_cards.snapshot, '$.materials') AS entry
  WHERE json_extract(entry.value, '$.id') = OLD.id
)
BEGIN
  SELECT RAISE(ABORT, 'materials_no_delete');
END;
--> statement-breakpoint
-- A rate card that was published never changes, except that it is superseded.
CREATE TRIGGER rate_cards_no_update BEFORE UPDATE ON rate_cards
WHEN OLD.status <> 'draft' AND NOT (
  OLD.status = 'published' AND NEW.status = 'superseded'
  AND NEW.id = OLD.id AND NEW.snapshot = OLD.snapshot AND NEW.zone_zips = OLD.zone_zips
  AND NEW.note = OLD.note AND NEW.published_at = OLD.published_at AND NEW.published_by IS OLD.published_by
)
BEGIN
  SELECT RAISE(ABORT, 'rate_cards_no_update');
END;
--> statement-breakpoint
CREATE TRIGGER rate_cards_no_delete BEFORE DELETE ON rate_cards WHEN OLD.status <> 'draft'
BEGIN
  SELECT RAISE(ABORT, 'rate_cards_no_delete');
END;
--> statement-breakpoint
-- A ZIP code is in one zone.
CREATE TRIGGER zone_zips_no_overlap_insert BEFORE INSERT ON zone_zips
WHEN EXISTS (
  SELECT 1 FROM (SELECT to_zip FROM zone_zips WHERE from_zip <= NEW.to_zip ORDER BY from_zip DESC LIMIT 1)
  WHERE to_zip >= NEW.from_zip
)
BEGIN
  SELECT RAISE(ABORT, 'zone_zips_no_overlap');
END;
--> statement-breakpoint
CREATE TRIGGER zone_zips_no_overlap_update BEFORE UPDATE OF from_zip, to_zip ON zone_zips
BEGIN
  SELECT RAISE(ABORT, 'zone_zips_no_update');
END;
--> statement-breakpoint
CREATE TRIGGER terms_versions_no_update BEFORE UPDATE ON terms_versions
BEGIN
  SELECT RAISE(ABORT, 'terms_versions_no_update');
END;
--> statement-breakpoint
CREATE TRIGGER terms_versions_no_delete BEFORE DELETE ON terms_versions
BEGIN
  SELECT RAISE(ABORT, 'terms_versions_no_delete');
END;
