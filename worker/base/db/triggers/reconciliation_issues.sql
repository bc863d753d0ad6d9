-- The total 'reconciliation_issues' is the number of differences from Stripe. Runs when one is found.
CREATE TRIGGER totals_issue_insert AFTER INSERT ON reconciliation_issues
BEGIN
  INSERT INTO totals (name, value) VALUES ('reconciliation_issues', 1)
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;

-- The total 'reconciliation_issues' is the number of differences from Stripe. Runs when one is gone.
CREATE TRIGGER totals_issue_delete AFTER DELETE ON reconciliation_issues
BEGIN
  INSERT INTO totals (name, value) VALUES ('reconciliation_issues', -1)
  ON CONFLICT (name) DO UPDATE SET value = totals.value + excluded.value;
END;
