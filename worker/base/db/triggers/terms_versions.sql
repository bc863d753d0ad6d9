-- A version of the terms never changes.
CREATE TRIGGER terms_versions_no_update BEFORE UPDATE ON terms_versions
BEGIN
  SELECT RAISE(ABORT, 'terms_versions_no_update');
END;

-- A version of the terms is never deleted.
CREATE TRIGGER terms_versions_no_delete BEFORE DELETE ON terms_versions
BEGIN
  SELECT RAISE(ABORT, 'terms_versions_no_delete');
END;
