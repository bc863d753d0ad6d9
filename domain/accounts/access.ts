/** The list of all roles. The default of the database column is customer. */
export const ROLES = ['super_admin', 'admin', 'dispatcher', 'view_only', 'driver', 'customer'] as const;
export type Role = (typeof ROLES)[number];

/** What a signed-in user may do. Code checks a capability, never a role. */
const CAPABILITIES = [
  'office:read',
  'bookings:write',
  /** Set the final price, or another price than the catalog's. */
  'bookings:override-price',
  'dispatch:write',
  /** Publish a route with stops that no truck can make. */
  'dispatch:override',
  /** Read the own published routes and record what was done on them: the driver app. */
  'route:own',
  'inventory:write',
  /** Record a payment that was made outside Stripe, and void one. */
  'payments:record',
  /** Send and withdraw payment links. */
  'payments:link',
  'payments:charge',
  'payments:refund',
  'payments:exceed-limit',
  'users:write',
  'users:promote',
  'notifications:replay',
  'reconciliation:settle',
  'catalog:write',
  'business:write',
  /** Share saved views of lists, which changes what colleagues see. Private ones need only office:read. */
  'views:share',
  /** Delete saved views that colleagues share. */
  'views:manage',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

const DISPATCHER: readonly Capability[] = [
  'office:read',
  'bookings:write',
  'dispatch:write',
  'payments:record',
  'payments:link',
  'views:share',
];

const ADMIN: readonly Capability[] = [
  ...DISPATCHER,
  'bookings:override-price',
  'dispatch:override',
  'inventory:write',
  'payments:charge',
  'payments:refund',
  'users:write',
  'notifications:replay',
  'reconciliation:settle',
  'catalog:write',
  'views:manage',
];

/** The capabilities of each role, for the server and the screens. */
const GRANTED: Readonly<Record<Role, readonly Capability[]>> = {
  super_admin: [...ADMIN, 'users:promote', 'payments:exceed-limit', 'business:write'],
  admin: ADMIN,
  dispatcher: DISPATCHER,
  view_only: ['office:read'],
  driver: ['route:own'],
  customer: [],
};

export function can(role: Role, capability: Capability): boolean {
  return GRANTED[role].includes(capability);
}

/** False for drivers and customers: they have accounts, but no access to the back office. */
export function mayEnterOffice(role: Role): boolean {
  return can(role, 'office:read');
}

/** Whether the role has a page to sign in to: the back office or the driver app. */
export function maySignIn(role: Role): boolean {
  return mayEnterOffice(role) || can(role, 'route:own');
}

/** Role names on screens. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  super_admin: 'Super Administrator',
  admin: 'Administrator',
  dispatcher: 'Dispatcher',
  view_only: 'View Only',
  driver: 'Driver',
  customer: 'Customer',
};

/** The type of actor that caused a history entry. */
export const ACTOR_TYPES = ['staff', 'customer', 'stripe', 'system'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

/** Names of actors that are not staff. */
export const ACTOR_LABELS: Readonly<Record<Exclude<ActorType, 'staff'>, string>> = {
  customer: 'Customer',
  stripe: 'Stripe',
  system: 'System',
};
