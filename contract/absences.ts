import * as z from 'zod/mini';

/** A truck or a driver, or both, that are out on a day from a time 'HH:MM'. */
export const dayAbsence = z.object({
  id: z.int(),
  truckId: z.nullable(z.int()),
  driverId: z.nullable(z.int()),
  fromTime: z.string(),
});
