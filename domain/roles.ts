/** The one list of roles; the column defaults to customer (SPEC 6 as settled in docs/decisions). */
export const ROLES = ['super_admin', 'admin', 'view_only', 'driver', 'customer'] as const;
export type Role = (typeof ROLES)[number];
