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
  summary: 'Ends this session.',
  access: 'public',
  reply: z.undefined(),
  status: 204,
});

export const getCurrentUser = endpoint({
  name: 'getCurrentUser',
  method: 'GET',
  path: '/api/admin/current-user',
  summary: 'Returns the account that is signed in.',
  access: 'session',
  reply: account,
  errors: ['unauthenticated'],
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
  summary: 'Lists the live sessions of the account that is signed in, last used first.',
  access: 'session',
  reply: z.array(session),
  errors: ['unauthenticated'],
});

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/admin/sessions/:id',
  summary: 'Ends one session of the account that is signed in.',
  access: 'session',
  params: z.strictObject({ id: z.uuid() }),
  reply: z.undefined(),
  status: 204,
  errors: ['unauthenticated', 'not_found'],
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/admin/sessions',
  summary: 'Ends all other sessions of the account that is signed in.',
  access: 'session',
  reply: z.undefined(),
  status: 204,
  errors: ['unauthenticated'],
});
