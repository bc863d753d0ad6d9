import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { jobChange } from './jobs.ts';

export const cancelJob = endpoint({
  ...jobChange,
  name: 'cancelJob',
  path: '/api/jobs/:id/cancel',
  summary:
    'Cancels a dump and return or a relocation on site before it is done, and takes it off its route. A charge that was added with it stays in the price. A job that is cancelled already stays as it is. 409 conflict for another type, and for a job that is done or in progress.',
  body: z.strictObject({ notifyCustomer: z._default(z.boolean('Must be true or false'), true) }),
  errors: ['invalid', ...jobChange.errors],
});
