import * as z from 'zod/mini';
import { ROLES } from '#domain/accounts/access.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';

/** An account without its password hash. */
export const account = z.object({
  id: z.int(),
  username: z.string(),
  email: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  role: z.enum(ROLES),
  isActive: z.boolean(),
});
export type Account = z.output<typeof account>;

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/admin/logout',
  access: 'public',
  reply: z.undefined(),
  status: 204,
});

export const getCurrentUser = endpoint({
  name: 'getCurrentUser',
  method: 'GET',
  path: '/api/admin/current-user',
  access: 'session',
  reply: account,
});

export const session = z.object({
  id: z.string(),
  /** The browser and system, from the User-Agent header. */
  device: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/admin/sessions',
  access: 'session',
  reply: z.array(session),
});

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/admin/sessions/:id',
  access: 'session',
  params: z.strictObject({ id: z.uuid() }),
  reply: z.undefined(),
  status: 204,
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/admin/sessions',
  access: 'session',
  reply: z.undefined(),
  status: 204,
});
