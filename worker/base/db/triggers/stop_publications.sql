-- The record that a stop was published to a driver is never deleted.
CREATE TRIGGER stop_publications_no_delete BEFORE DELETE ON stop_publications
BEGIN
  SELECT RAISE(ABORT, 'stop_publication_kept');
END;
