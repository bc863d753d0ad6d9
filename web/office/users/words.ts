import { ROLE_LABELS, ROLES } from '#domain/accounts/access.ts';

/** The labels of an account's fields, in forms and in its history. */
export const FIELD_LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  username: 'Username',
  email: 'Email',
  phone: 'Phone',
  role: 'Role',
  password: 'Password',
  isActive: 'Status',
} as const;

type AccountField = keyof typeof FIELD_LABELS;

export function isAccountField(field: string): field is AccountField {
  return Object.hasOwn(FIELD_LABELS, field);
}

/** The roles that can be given here, from the most rights to the fewest. */
export const GIVEN_ROLES = ['super_admin', 'admin', 'dispatcher', 'view_only', 'driver'] as const;

export function valueText(field: string, value: unknown): string {
  if (field === 'password') return 'changed';
  if (field === 'isActive') return value ? 'Active' : 'Inactive';
  const role = field === 'role' && ROLES.find((each) => each === value);
  if (role) return ROLE_LABELS[role];
  return value === null || value === undefined || value === '' ? 'none' : String(value);
}
