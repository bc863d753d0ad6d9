-- At least one active super_admin remains.
CREATE TRIGGER users_last_super_admin_update
BEFORE UPDATE OF role, is_active ON users
WHEN OLD.role = 'super_admin' AND OLD.is_active = 1
  AND (NEW.role <> 'super_admin' OR NEW.is_active = 0)
  AND NOT EXISTS (SELECT 1 FROM users WHERE role = 'super_admin' AND is_active = 1 AND id <> OLD.id)
BEGIN
  SELECT RAISE(ABORT, 'last_super_admin');
END;
