import * as z from 'zod/mini';
import { PHOTO_TYPES } from '#domain/rental/bookings.ts';
import { phoneId } from './driver-actions.ts';
import { endpoint } from './endpoint.ts';
import { rowNumber } from './lists.ts';

export const MAX_PHOTO_BYTES = 5 * 1024 * 1024;

const byUuid = z.strictObject({ uuid: phoneId });
const degrees = (limit: number) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => (/^-?\d{1,3}(?:\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN)),
    ),
    z
      .number('Must be degrees')
      .check(z.minimum(-limit, 'Must be degrees'), z.maximum(limit, 'Must be degrees')),
  );

export const storeDriverPhoto = endpoint({
  name: 'storeDriverPhoto',
  method: 'PUT',
  path: '/api/driver/photos/:uuid',
  access: 'route:own',
  params: byUuid,
  query: z.strictObject({
    stopId: rowNumber,
    type: z.enum(PHOTO_TYPES, 'Please select a valid photo type'),
    /** Of the body as it is sent, in hexadecimal. */
    sha256: z.string().check(
      z.regex(/^[0-9a-fA-F]{64}$/, 'Must be a SHA-256 in hexadecimal'),
      z.overwrite((text) => text.toLowerCase()),
    ),
    /** The clock of the phone. */
    takenAt: z.optional(
      z.iso.datetime({ offset: true, error: 'Must be a time such as 2026-11-23T14:05:00.000Z' }),
    ),
    lat: z.optional(degrees(90)),
    lng: z.optional(degrees(180)),
  }),
  reply: z.object({
    id: z.string(),
    result: z.enum(['stored', 'already_stored']),
    /** For the driver who stored it. */
    url: z.string(),
    width: z.int(),
    height: z.int(),
  }),
  kind: 'raw',
  worksAfterDeactivation: true,
  bodyLimit: MAX_PHOTO_BYTES,
});

const read = {
  method: 'GET',
  params: byUuid,
  reply: z.unknown(),
  kind: 'raw',
  mediaType: 'image/*',
  cache: 'private',
} as const;

export const getDriverPhoto = endpoint({
  ...read,
  name: 'getDriverPhoto',
  path: '/api/driver/photos/:uuid',
  access: 'route:own',
});

export const getStopPhoto = endpoint({
  ...read,
  name: 'getStopPhoto',
  path: '/api/admin/photos/:uuid',
  access: 'office:read',
});
