-- An order is for 1 to 5 dumpsters.
CREATE TRIGGER checkout_revisions_quantity BEFORE INSERT ON checkout_revisions WHEN NEW.quantity NOT BETWEEN 1 AND 5
BEGIN
  SELECT RAISE(ABORT, 'quantity_out_of_range');
END;

-- The number of dumpsters of a revision never changes: another number is another revision.
CREATE TRIGGER checkout_revisions_quantity_fixed BEFORE UPDATE OF quantity ON checkout_revisions
WHEN NEW.quantity <> OLD.quantity
BEGIN
  SELECT RAISE(ABORT, 'quantity_is_fixed');
END;
