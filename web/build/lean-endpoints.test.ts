import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withoutWorkerParts } from './lean-endpoints.ts';
import { withoutParts } from './lean-libraries.ts';

const code = readFileSync(new URL('../../contract/checkout.ts', import.meta.url), 'utf8');

test('a page keeps what it needs to make a call, without the texts of the API documentation', () => {
  const lean = withoutWorkerParts(code, { keepsInput: true });
  for (const part of ['summary:', 'errors: [', "headers: ['Idempotency-Key'"])
    expect(lean).not.toContain(part);
  for (const part of ["path: '/api/create-payment-intent'", "access: 'public'", 'reply: z.object'])
    expect(lean).toContain(part);
  expect(lean).toMatch(/^ {2}body: z$/m);
  // A page that does not make the call leaves it out.
  expect(lean).toMatch(/^export const createPaymentIntent = \/\* @__PURE__ \*\/ \(\(\) => endpoint\(\{$/m);
});

test('the public pages have no schema of what a call takes, and can leave out schemas that they do not use', () => {
  const lean = withoutWorkerParts(code, { keepsInput: false });
  expect(lean).not.toContain('body:');
  expect(lean).not.toContain('The booking details are required');
  expect(lean.match(/^ {2}reply: z.object\(\{$/gm)).toHaveLength(2);
  expect(lean).toContain('export const bookingData = /* @__PURE__ */ (() => z.extend(bookingDetails, {');
});

test('a library without the parts that are left out fails the build', () => {
  const parts = [[/_options\.resolver/g, 'true']] as const;
  expect(withoutParts('forms.mjs', 'if (_options.resolver) check();', parts)).toBe('if (true) check();');
  expect(() => withoutParts('forms.mjs', 'if (options.resolver) check();', parts)).toThrow(
    'forms.mjs has no /_options\\.resolver/g: see web/build/lean-libraries.ts',
  );
});
