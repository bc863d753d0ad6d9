import * as z from 'zod/mini';
import { sizeMeasures } from './bookings.ts';
import { endpoint } from './endpoint.ts';

/** The published catalog's names. An entry that is not active is no longer offered; bookings or units still have it. */
export const catalogNames = z.object({
  rentalOptions: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      label: z.string(),
      days: z.int(),
      isActive: z.boolean(),
    }),
  ),
  dumpsterSizes: z.array(
    z.extend(sizeMeasures, {
      id: z.string(),
      name: z.string(),
      isActive: z.boolean(),
    }),
  ),
  materials: z.array(z.object({ id: z.string(), name: z.string(), isActive: z.boolean() })),
});
export type CatalogNames = z.output<typeof catalogNames>;

export const getCatalogNames = endpoint({
  name: 'getCatalogNames',
  method: 'GET',
  path: '/api/admin/catalog/names',
  access: 'office:read',
  reply: catalogNames,
});
