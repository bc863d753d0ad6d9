import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The counts of the last days, and the most ZIP codes in one reply. */
export const DECLINED_DAYS = 90;
export const MAX_DECLINED_ZIPS = 100;

export const listDeclinedZips = endpoint({
  name: 'listDeclinedZips',
  method: 'GET',
  path: '/api/admin/catalog/declined-zips',
  access: 'catalog:write',
  reply: z.object({
    /** The first day that is counted. */
    since: z.string(),
    zips: z.array(z.object({ zip: z.string(), count: z.int(), lastDay: z.string() })),
    /** All ZIP codes, those that are not listed included. */
    total: z.int(),
  }),
});
