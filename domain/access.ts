import type { Role } from './roles.ts';

/** What a signed-in person may do. Asked for by name; roles are known only here. */
export const CAPABILITIES = [
  'office:read',
  'bookings:write',
  'inventory:write',
  'payments:charge',
  'payments:refund',
  'payments:exceed-limit',
  'users:write',
  'users:promote',
  'deliveries:replay',
  'reconciliation:settle',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

const ADMIN: readonly Capability[] = [
  'office:read',
  'bookings:write',
  'inventory:write',
  'payments:charge',
  'payments:refund',
  'users:write',
  'deliveries:replay',
  'reconciliation:settle',
];

/** The one table of role -> capabilities, for the server and the screens. */
const GRANTED: Readonly<Record<Role, readonly Capability[]>> = {
  super_admin: [...ADMIN, 'users:promote', 'payments:exceed-limit'],
  admin: ADMIN,
  view_only: ['office:read'],
  driver: [],
  customer: [],
};

export function can(role: Role, capability: Capability): boolean {
  return GRANTED[role].includes(capability);
}

/** Drivers and customers have accounts, but no way into the back office. */
export function mayEnterOffice(role: Role): boolean {
  return can(role, 'office:read');
}

/** What people call a role. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  super_admin: 'Super Administrator',
  admin: 'Administrator',
  view_only: 'View Only',
  driver: 'Driver',
  customer: 'Customer',
};
