import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withoutWorkerParts } from './lean-endpoints.ts';

test('a page keeps what it needs to make a call, without the texts of the API documentation', () => {
  const code = readFileSync(new URL('../../contract/checkout.ts', import.meta.url), 'utf8');
  const lean = withoutWorkerParts(code);
  for (const part of ['summary:', 'errors: [', "headers: ['Idempotency-Key'"])
    expect(lean).not.toContain(part);
  for (const part of ["path: '/api/create-payment-intent'", "access: 'public'", 'reply: z.object'])
    expect(lean).toContain(part);
});
