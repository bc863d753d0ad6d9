import { beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '#worker/base/platform/mail.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { captureLog } from '#worker/test/http.ts';
import {
  insertConsent as consent,
  findTextRow as outboxRow,
  controlTexts as provider,
  sentTexts,
  insertTextRow as textRow,
} from '#worker/test/texts.ts';
import { inDays, rows, startOver } from '#worker/test/world.ts';

beforeEach(async () => {
  await startOver();
  await provider('reset');
  await insertRow('users', 1);
});

describe('first texts to numbers', () => {
  const phoneOf = (n: number) => `+1518555${String(n).padStart(4, '0')}`;
  const limit = (count: number) => rows('UPDATE dispatch_settings SET new_text_numbers = ?', count);

  /** A booking of a customer with a number of its own, and the row of a text to it. */
  async function newNumber(n: number, { pauseMs = 0 } = {}) {
    await insertRow('bookings', n, { phone: phoneOf(n) });
    await consent(n, 1, phoneOf(n));
    return textRow({ bookingId: n, id: `row-${n}`, pauseMs });
  }
  const reasons = async () =>
    (
      await rows<{ reason: string | null }>(
        "SELECT drop_reason AS reason FROM outbox WHERE id LIKE 'row-%' ORDER BY id",
      )
    ).map(({ reason }) => reason);
  const alerts = () => rows("SELECT subject FROM outbox WHERE kind = 'texts-limited'");
  const LIMITED = 'the limit of new numbers for texts was reached on this day';

  it('are as many a day as the setting allows; known numbers, and the next day, are not limited', async () => {
    await limit(2);
    captureLog();
    for (const n of [11, 12, 13, 14]) await (await newNumber(n)).run();
    expect(await reasons()).toEqual([null, null, LIMITED, LIMITED]);
    expect(await alerts()).toEqual([{ subject: inDays(0) }]);
    await (await textRow({ bookingId: 11, id: 'row-again' })).run();
    expect((await sentTexts()).map(({ to }) => to).toSorted()).toEqual([11, 11, 12].map(phoneOf));
    await rows('UPDATE text_messages SET created_at = created_at - 86400000');
    await (await textRow({ bookingId: 13, id: 'row-tomorrow' })).run();
    expect((await sentTexts()).map(({ to }) => to)).toContain(phoneOf(13));
  });

  it('are not more when many are sent at the same time', async () => {
    await limit(3);
    captureLog();
    const texts = [];
    for (let n = 11; n <= 20; n += 1) texts.push(await newNumber(n, { pauseMs: 5 }));
    await Promise.all(texts.map(({ run }) => run()));
    expect(await sentTexts()).toHaveLength(3);
    expect((await reasons()).filter((reason) => reason === LIMITED)).toHaveLength(7);
    expect(await alerts()).toHaveLength(1);
  });

  it('beyond the limit are announced to the business', async () => {
    await limit(0);
    captureLog();
    const { ctx, run } = await newNumber(11);
    await run();
    const mails: Mail[] = [];
    ctx.mail.send = async (mail) => {
      mails.push(mail);
      return { status: 'sent', messageId: null };
    };
    await processPendingRows(ctx, { includeRecent: true });
    expect(mails).toMatchObject([
      {
        to: 'office@dumpsters.example.com',
        subject: expect.stringContaining('Texts to new numbers stopped for'),
        text: expect.stringContaining('0 phone numbers got their first text today'),
      },
    ]);
  });
});

it('a number outside the US and Canada gets no text, though its customer agreed', async () => {
  await insertRow('bookings', 3, { phone: '(876) 555-0101' });
  await consent(3, 1, '+18765550101');
  const { run } = await textRow({ bookingId: 3 });
  await run();
  expect(await outboxRow()).toMatchObject({ drop_reason: 'the phone number cannot get texts' });
  expect(await sentTexts()).toEqual([]);
});
