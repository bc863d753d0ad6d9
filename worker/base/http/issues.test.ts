import { expect, it } from 'vitest';
import { MAX_ISSUES } from '#domain/shared/errors.ts';
import { call, post, readError } from '#worker/test/http.ts';

const names = (count: number) => Array.from({ length: count }, (_, n) => `f${n}`);

it('an error lists at most 20 issues, those of known fields first', async () => {
  const unknown = Object.fromEntries(names(6000).map((name) => [name, 1]));
  const body = { ...unknown, bookingId: 'pending', bookingData: { email: 'no address', terms: false } };
  const reply = await post('/api/create-payment-intent', body);
  const { message, issues } = await readError(reply);
  expect([reply.status, issues?.length]).toEqual([400, MAX_ISSUES]);
  const paths = issues?.map(({ path }) => path) ?? [];
  expect(paths).toContain('bookingData.email');
  expect(paths).toContain('bookingData.terms');
  expect(issues?.[0]?.message).toBe(message);
  expect(issues?.at(-1)).toEqual({ path: expect.stringMatching(/^f\d/), message: 'Unknown field' });
});

it('an error about the query lists at most 20 issues, too', async () => {
  const twice = names(100).flatMap((name) => [`${name}=1`, `${name}=2`]);
  const reply = await call(`/api/next-available-date/7-day?${twice.join('&')}`);
  expect([reply.status, (await readError(reply)).issues?.length]).toEqual([400, MAX_ISSUES]);
});
