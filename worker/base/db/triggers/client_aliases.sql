-- A merged client belongs to a client that is not merged itself, and not to itself.
CREATE TRIGGER client_aliases_before_insert BEFORE INSERT ON client_aliases
BEGIN
  SELECT RAISE(ABORT, 'client_is_its_own_alias') WHERE NEW.alias_key = NEW.client_key;
  SELECT RAISE(ABORT, 'client_alias_chain') WHERE EXISTS (
    SELECT 1 FROM client_aliases WHERE alias_key = NEW.client_key OR client_key = NEW.alias_key);
END;

-- A merged client keeps its key, and can move only to a client that is not merged itself.
CREATE TRIGGER client_aliases_before_update BEFORE UPDATE OF alias_key, client_key ON client_aliases
BEGIN
  SELECT RAISE(ABORT, 'client_alias_is_fixed') WHERE NEW.alias_key <> OLD.alias_key;
  SELECT RAISE(ABORT, 'client_is_its_own_alias') WHERE NEW.alias_key = NEW.client_key;
  SELECT RAISE(ABORT, 'client_alias_chain') WHERE EXISTS (
    SELECT 1 FROM client_aliases WHERE alias_key = NEW.client_key);
END;

-- When a client is merged, its bookings belong to the other client, and the search indexes have the keys of both.
CREATE TRIGGER client_aliases_insert AFTER INSERT ON client_aliases
BEGIN
  UPDATE bookings SET client_key = NEW.client_key WHERE client_key = NEW.alias_key;
  DELETE FROM clients_search WHERE rowid IN (SELECT place FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (NEW.client_key)));
  INSERT INTO clients_search (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (NEW.client_key));
  DELETE FROM clients_words WHERE rowid IN (SELECT place FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (NEW.client_key)));
  INSERT INTO clients_words (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (NEW.client_key));
END;

-- When a merged client moves to another client, its bookings follow, and the search indexes have the keys of each
-- client.
CREATE TRIGGER client_aliases_update AFTER UPDATE OF client_key ON client_aliases
BEGIN
  UPDATE bookings SET client_key = NEW.client_key WHERE client_key = OLD.client_key AND contact_key = NEW.alias_key;
  DELETE FROM clients_search WHERE rowid IN (SELECT place FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key, NEW.client_key)));
  INSERT INTO clients_search (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key, NEW.client_key));
  DELETE FROM clients_words WHERE rowid IN (SELECT place FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key, NEW.client_key)));
  INSERT INTO clients_words (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key, NEW.client_key));
END;

-- When a merge is undone, the bookings belong to their own client again, and the search indexes no longer have the
-- key at the other client.
CREATE TRIGGER client_aliases_delete AFTER DELETE ON client_aliases
BEGIN
  UPDATE bookings SET client_key = OLD.alias_key WHERE client_key = OLD.client_key AND contact_key = OLD.alias_key;
  DELETE FROM clients_search WHERE rowid IN (SELECT place FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key)));
  INSERT INTO clients_search (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key));
  DELETE FROM clients_words WHERE rowid IN (SELECT place FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key)));
  INSERT INTO clients_words (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id IN (SELECT id FROM clients WHERE email IN (OLD.client_key));
END;
