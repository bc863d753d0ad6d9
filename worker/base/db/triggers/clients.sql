-- Every client is in the search indexes with the text of the view client_words. Runs when a client is added.
CREATE TRIGGER clients_search_insert AFTER INSERT ON clients
BEGIN
  INSERT INTO clients_search (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id = NEW.id;
  INSERT INTO clients_words (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id = NEW.id;
END;

-- The search indexes have the current text of each client (view client_words). Before a change, the entry at the old
-- place is deleted.
CREATE TRIGGER clients_search_before_update BEFORE UPDATE OF first_name, last_name, phone, city, last_delivery_date ON clients
WHEN NEW.first_name <> OLD.first_name OR NEW.last_name <> OLD.last_name OR NEW.phone <> OLD.phone OR NEW.city <> OLD.city
  OR NEW.last_delivery_date <> OLD.last_delivery_date
BEGIN
  DELETE FROM clients_search WHERE rowid = (SELECT place FROM client_words WHERE id = OLD.id);
  DELETE FROM clients_words WHERE rowid = (SELECT place FROM client_words WHERE id = OLD.id);
END;

-- The search indexes have the current text of each client (view client_words). After a change, the entry at the new
-- place is written.
CREATE TRIGGER clients_search_after_update AFTER UPDATE OF first_name, last_name, phone, city, last_delivery_date ON clients
WHEN NEW.first_name <> OLD.first_name OR NEW.last_name <> OLD.last_name OR NEW.phone <> OLD.phone OR NEW.city <> OLD.city
  OR NEW.last_delivery_date <> OLD.last_delivery_date
BEGIN
  INSERT INTO clients_search (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id = NEW.id;
  INSERT INTO clients_words (rowid, last_name, customer, email, phone, city)
  SELECT place, last_name, customer, email, phone, city FROM client_words WHERE id = NEW.id;
END;

-- A deleted client is in no search index.
CREATE TRIGGER clients_search_delete BEFORE DELETE ON clients
BEGIN
  DELETE FROM clients_search WHERE rowid = (SELECT place FROM client_words WHERE id = OLD.id);
  DELETE FROM clients_words WHERE rowid = (SELECT place FROM client_words WHERE id = OLD.id);
END;

-- The total 'clients' is the number of clients. Runs when a client is added.
CREATE TRIGGER totals_client_insert AFTER INSERT ON clients
BEGIN
  INSERT INTO totals (name, value) VALUES ('clients', 1)
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- The total 'clients' is the number of clients. Runs when a client is deleted.
CREATE TRIGGER totals_client_delete AFTER DELETE ON clients
BEGIN
  UPDATE totals SET value = value - 1 WHERE name = 'clients';
END;
