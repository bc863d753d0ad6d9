import { can, type Role } from './access.ts';

/** The user who acts, or the account that is changed. The Users and Team screens share these rules. */
export type Person = { id: number; role: Role };
export type AccountChanges = { email?: unknown; username?: unknown; password?: unknown; role?: Role };

/** Only a super administrator can change the e-mail, username, password or role of these accounts. */
const ADMINISTRATORS: readonly Role[] = ['super_admin', 'admin'];

/** The reason why the actor may not make these changes to the target; null when it may. */
export function reasonNotToEdit(actor: Person, target: Person, changes: AccountChanges): string | null {
  if (!can(actor.role, 'users:write')) return 'Your role does not allow this.';
  if (can(actor.role, 'users:promote')) return null;
  if (target.role === 'super_admin') return 'Only a super administrator can change a super administrator.';
  if (changes.role === 'super_admin') return 'Only a super administrator can make a super administrator.';
  if (target.id === actor.id) return changes.role && changes.role !== target.role ? NOT_OWN_ROLE : null;
  if (ADMINISTRATORS.includes(target.role) && changesIdentity(target, changes)) {
    return "Only a super administrator can change another administrator's e-mail, username, password or role.";
  }
  return null;
}

/**
 * The reason why the actor may not send these fields for their own account, changed or not; null when it may. They are
 * changed in Settings, with the current password.
 */
export function reasonNotToEditOwnIdentity(
  actor: Person,
  target: Person,
  { email, username, password }: Omit<AccountChanges, 'role'>,
): string | null {
  const isSent = email !== undefined || username !== undefined || password !== undefined;
  return target.id === actor.id && isSent
    ? 'Change your own username, e-mail and password in Settings, with your current password.'
    : null;
}

/** The reason why the actor may not deactivate the target; null when it may. */
export function reasonNotToDeactivate(actor: Person, target: Person): string | null {
  if (actor.id === target.id) return 'You cannot deactivate yourself.';
  return reasonNotToEdit(actor, target, {});
}

/** The reason why the actor may not create an account of this role; null when it may. */
export function reasonNotToCreate(actor: Person, role: Role): string | null {
  if (!can(actor.role, 'users:write')) return 'Your role does not allow this.';
  if (role === 'super_admin' && !can(actor.role, 'users:promote')) {
    return 'Only a super administrator can make a super administrator.';
  }
  return null;
}

const NOT_OWN_ROLE = 'You cannot change your own role.';

function changesIdentity(target: Person, changes: AccountChanges): boolean {
  const { email, username, password, role } = changes;
  const changesRole = role !== undefined && role !== target.role;
  return email !== undefined || username !== undefined || password !== undefined || changesRole;
}
