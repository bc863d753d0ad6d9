import { expect, it } from 'vitest';
import { PHOTO_TYPES } from '#domain/rental/bookings.ts';
import { deliveryPhoto } from './photos.ts';

const photo = {
  bookingId: 17,
  photoType: 'delivery_placement',
  photoUrl: 'https://photos.example.com/17/a.jpg',
  notes: 'Left of the garage 👷🏽\nGate code on the phone',
};

/** The messages for the changed photo, by field; empty when it is accepted. */
function refused(changes: Record<string, unknown>) {
  const result = deliveryPhoto.safeParse({ ...photo, ...changes });
  return (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]);
}

it('accepts a photo unchanged, with and without notes', () => {
  expect(deliveryPhoto.parse(photo)).toEqual(photo);
  const { notes: _, ...withoutNotes } = photo;
  expect(deliveryPhoto.parse(withoutNotes)).toEqual({ ...withoutNotes, notes: '' });
});

it.each([0, -1, 1.5, '17', '', null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, [17]])(
  '%j is not a booking id',
  (bookingId) => {
    expect(refused({ bookingId })).toEqual([['bookingId', 'Booking ID is required']]);
  },
);

it('has three types of photo', () => {
  for (const photoType of PHOTO_TYPES) expect(refused({ photoType })).toEqual([]);
  for (const photoType of ['', 'Pickup_Before', 'selfie', '__proto__', 1, null, undefined]) {
    expect(refused({ photoType })).toEqual([['photoType', 'Please select a valid photo type']]);
  }
});

it.each(['', ' \t ', null, undefined, 17, {}])('%j is not a photo', (photoUrl) => {
  expect(refused({ photoUrl })).toEqual([['photoUrl', 'Photo is required']]);
});

it.each(['/photos/17/a.jpg', 'photos/17.jpg', 'HTTPS://photos.example.com/a.jpg?at=12:30'])(
  '%s is a valid address of a photo',
  (photoUrl) => {
    expect(refused({ photoUrl })).toEqual([]);
  },
);

it.each(['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,<script>', ' vbscript:x', 'https:x'])(
  '%j is not a valid address of a photo',
  (photoUrl) => {
    expect(refused({ photoUrl })).toEqual([['photoUrl', 'Must be a web address']]);
  },
);

it('refuses control characters', () => {
  for (const photoUrl of [
    'java\nscript:alert(1)',
    'https://a.example/\u0000',
    'https://a.example/\r\nX: y',
  ]) {
    expect(refused({ photoUrl })).toContainEqual(['photoUrl', 'Must not contain control characters']);
  }
  expect(refused({ notes: 'a\u0000b' })).toEqual([['notes', 'Must not contain control characters']]);
});

it('has a limit of 2,000 characters for each text', () => {
  const long = 'x'.repeat(2000);
  expect(refused({ notes: long, photoUrl: long })).toEqual([]);
  expect(refused({ notes: `${long}x`, photoUrl: `${long}x` })).toEqual([
    ['photoUrl', 'Must be at most 2000 characters'],
    ['notes', 'Must be at most 2000 characters'],
  ]);
});

it.each(['id', 'driverId', 'gpsLat', 'isActive'])('refuses the unknown field %s', (field) => {
  expect(deliveryPhoto.safeParse({ ...photo, [field]: 1 }).error?.issues).toMatchObject([
    { code: 'unrecognized_keys', keys: [field] },
  ]);
});
