import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import { addCustomers } from '#worker/test/removed-customers.ts';
import { rows, startOver, testEnv } from '#worker/test/world.ts';
import { hashAddress, removalStatements } from './statements.ts';

const EMAIL = 'ada1@example.com';
beforeEach(startOver);

async function removeFirst() {
  const removal = { id: 'removal-1', emailHash: await hashAddress(EMAIL), removedAtMs: Date.now() };
  const statements = removalStatements(removal, EMAIL);
  await testEnv.DB.batch(statements.map((statement) => testEnv.DB.prepare(statement)));
}

it('consents, texts and answers go too; a number that sent STOP stays, so that it gets no texts again', async () => {
  await addCustomers();
  for (const n of [1, 2]) {
    await rows('UPDATE bookings SET phone = ? WHERE id = ?', `(518) 555-010${n}`, n);
    const phone = `+1518555010${n}`;
    await insertRow('text_consents', n, { phone });
    await insertRow('outbox', n, {
      booking_id: n,
      user_id: null,
      kind: 'text-delivered',
      dedupe_key: `text-${n}`,
    });
    await insertRow('text_messages', n, { phone });
    await insertRow('text_replies', n, { phone, body: 'STOP, this is Ada' });
    // The number of the booking alone can lead to an answer.
    await insertRow('text_replies', n + 2, { phone, keyword: 'other', body: 'Please call Ada' });
    await insertRow('email_bounces', n);
  }
  await rows("UPDATE text_consents SET phone = '+15185550199' WHERE id = 1");
  await rows("UPDATE text_messages SET phone = '+15185550199' WHERE booking_id = 1");
  const second = () =>
    rows(
      "SELECT c.phone, m.body, r.body FROM text_consents c, text_messages m, text_replies r, email_bounces WHERE c.id = 2 AND m.booking_id = 2 AND r.id = 'SM4' AND email = 'ada2@example.com'",
    );
  const before = await second();
  expect(before).toHaveLength(1);
  await removeFirst();
  expect(await rows('SELECT phone, ip, is_given FROM text_consents WHERE id = 1')).toEqual([
    { phone: '', ip: null, is_given: 1 },
  ]);
  expect(await rows('SELECT phone, body FROM text_messages WHERE booking_id = 1')).toEqual([
    { phone: '', body: '' },
  ]);
  expect(await rows("SELECT id, keyword, body FROM text_replies WHERE phone = '+15185550101'")).toEqual([
    { id: 'SM1', keyword: 'stop', body: '' },
  ]);
  expect(await rows('SELECT email FROM email_bounces')).toEqual([{ email: 'ada2@example.com' }]);
  expect(await second()).toEqual(before);
});
