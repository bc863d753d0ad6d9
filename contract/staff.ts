import * as z from 'zod/mini';
import { ROLES } from '#domain/accounts/access.ts';
import { account } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { flag, listQuery, rowNumber } from './lists.ts';
import { newAdministrator } from './users.ts';

export const listStaff = endpoint({
  name: 'listStaff',
  method: 'GET',
  path: '/api/admin/staff',
  access: 'office:read',
  query: listQuery(['id', 'username', 'email', 'lastName'], { isActive: z.optional(flag) }),
  reply: z.array(account),
});

export const createStaff = endpoint({
  name: 'createStaff',
  method: 'POST',
  path: '/api/admin/staff',
  access: 'users:write',
  body: z.safeExtend(newAdministrator, {
    role: z._default(z.literal('admin', 'A team member is an administrator'), 'admin'),
  }),
  reply: account,
  status: 201,
});

export const deactivateStaff = endpoint({
  name: 'deactivateStaff',
  method: 'PATCH',
  path: '/api/admin/staff/:id/deactivate',
  access: 'users:write',
  params: z.strictObject({ id: rowNumber }),
  reply: account,
});

export const changeStaffRole = endpoint({
  name: 'changeStaffRole',
  method: 'PATCH',
  path: '/api/admin/staff/:userId/change-role',
  access: 'users:promote',
  params: z.strictObject({ userId: rowNumber }),
  body: z.strictObject({ role: z.enum(ROLES, 'Choose a role') }),
  reply: account,
});
