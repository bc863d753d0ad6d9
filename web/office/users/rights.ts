import type { Account } from '#contract/auth.ts';
import { can, type Role } from '#domain/accounts/access.ts';
import { reasonNotToDeactivate, reasonNotToEdit } from '#domain/accounts/accounts.ts';
import type { SignedInUser } from '#web/api/auth.ts';

/** The actions that the screen offers to a user. The server decides. */
export type Rights = {
  canWrite: boolean;
  /** There is something to do with some of the accounts. */
  hasActions: boolean;
  canPromote: boolean;
  canEdit: (user: Account) => boolean;
  canUpgrade: (user: Account) => boolean;
  canDeactivate: (user: Account) => boolean;
  canReactivate: (user: Account) => boolean;
  /** Create a sign-in link for a driver. */
  canLink: (user: Account) => boolean;
  /** See where a driver is signed in, end a session, and report the phone lost. A deactivated driver may still send what was recorded before. */
  canReportLost: (user: Account) => boolean;
  isOwn: (user: Account) => boolean;
  /** Why the actor cannot change username, e-mail, password or role of this account; null if allowed. */
  refusalToIdentify: (user: Account) => string | null;
  refusalToChangeRole: (user: Account) => string | null;
};

/** Until the user is known, no action on accounts is offered. */
export function computeRights({ account: actor, role }: Pick<SignedInUser, 'account' | 'role'>): Rights {
  const mayDispatch = role !== null && can(role, 'dispatch:write');
  const canPromote = actor !== null && can(actor.role, 'users:promote');
  return {
    canWrite: role !== null && can(role, 'users:write'),
    canPromote,
    canEdit: (user) => actor !== null && reasonNotToEdit(actor, user, {}) === null,
    canUpgrade: (user) => canPromote && user.role === 'admin' && user.isActive,
    canDeactivate: (user) => actor !== null && user.isActive && reasonNotToDeactivate(actor, user) === null,
    canReactivate: (user) => canPromote && !user.isActive,
    canLink: (user) => mayDispatch && user.role === 'driver' && user.isActive,
    canReportLost: (user) => mayDispatch && user.role === 'driver',
    hasActions: mayDispatch,
    isOwn: (user) => actor?.id === user.id,
    refusalToIdentify: (user) => actor && reasonNotToEdit(actor, user, { username: '' }),
    refusalToChangeRole: (user) => actor && reasonNotToEdit(actor, user, { role: otherRole(user.role) }),
  };
}

const otherRole = (role: Role): Role => (role === 'view_only' ? 'driver' : 'view_only');
