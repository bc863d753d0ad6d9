import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as staff from '#contract/staff.ts';

const errors = ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'] as const;

export const staffDocs: DocsOf<typeof staff> = {
  listStaff: {
    summary: 'Lists the team: administrators and super administrators.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  createStaff: {
    summary: 'Creates an administrator.',
    errors,
    crossings: 3,
  },
  deactivateStaff: {
    summary: 'Deactivates a team member and ends their sessions.',
    headers: ['If-Match'],
    errors,
    crossings: 5,
  },
  changeStaffRole: {
    summary: 'Changes the role of a team member and ends their sessions.',
    headers: ['If-Match'],
    errors,
    crossings: 5,
  },
};
