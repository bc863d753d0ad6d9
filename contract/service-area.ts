import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cents, zip } from './fields.ts';

export const getServiceArea = endpoint({
  name: 'getServiceArea',
  method: 'GET',
  path: '/api/service-area',
  access: 'public',
  query: z.strictObject({ zip }),
  reply: z.object({
    served: z.boolean(),
    /** The id of a zone of the catalog; null: in no zone. */
    zone: z.nullable(z.string()),
    /** Cents; null: in no zone. */
    surcharge: z.nullable(cents),
    /** Null if served. */
    message: z.nullable(z.string()),
    /** The city of the postal service and the state of a served ZIP code; absent where they are not known. */
    city: z.optional(z.string()),
    state: z.optional(z.string()),
  }),
  cache: 'public-advice',
});
