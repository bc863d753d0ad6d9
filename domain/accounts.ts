import { can } from './access.ts';
import type { Role } from './roles.ts';

/** Who acts, and on whom: the rules are the same on the Users and the Team screens. */
export type Person = { id: number; role: Role };
export type AccountChanges = { email?: unknown; username?: unknown; password?: unknown; role?: Role };

/** Roles that run the business: what identifies such a person is changed by a super administrator only. */
const ADMINISTRATORS: readonly Role[] = ['super_admin', 'admin'];

/** A reason why the actor may not make these changes to the target; null when it may. */
export function refusalToEdit(actor: Person, target: Person, changes: AccountChanges): string | null {
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
 * A reason why the actor may not send these fields for the own account, changed or not; null when it may. They change
 * only where the current password is asked for.
 */
export function refusalToEditOwnIdentity(
  actor: Person,
  target: Person,
  { email, username, password }: Omit<AccountChanges, 'role'>,
): string | null {
  const isSent = email !== undefined || username !== undefined || password !== undefined;
  return target.id === actor.id && isSent
    ? 'Change your own username, e-mail and password in Settings, with your current password.'
    : null;
}

/** A reason why the actor may not deactivate the target; null when it may. */
export function refusalToDeactivate(actor: Person, target: Person): string | null {
  if (actor.id === target.id) return 'You cannot deactivate yourself.';
  return refusalToEdit(actor, target, {});
}

/** A reason why the actor may not make an account of this role; null when it may. */
export function refusalToCreate(actor: Person, role: Role): string | null {
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
