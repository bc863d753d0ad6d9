import { beforeEach, describe, expect, it } from 'vitest';
import { instantOn } from '#domain/shared/days.ts';
import { textSignature } from '#worker/base/platform/texts.ts';
import { insertRow } from '#worker/test/builders.ts';
import { call } from '#worker/test/http.ts';
import {
  insertConsent as consent,
  findTextRow as outboxRow,
  TEXTED_PHONE as PHONE,
  controlTexts as provider,
  sentTexts,
  insertTextRow as textRow,
} from '#worker/test/texts.ts';
import { inDays, rows, startOver } from '#worker/test/world.ts';

beforeEach(async () => {
  await startOver();
  await provider('reset');
  await insertRow('users', 1);
  await insertRow('bookings', 1, { phone: '(518) 555-0101 ext. 2' });
  await insertRow('bookings', 2, { phone: '518 555 0101' });
  for (const id of [1, 2]) await consent(id);
});

describe('a text', () => {
  it('is sent once, however often its row is processed, and keeps the id of the provider', async () => {
    const { run } = await textRow();
    await Promise.all([run(), run()]);
    await run();
    expect(await sentTexts()).toMatchObject([{ to: PHONE, body: 'Ironwood: Your dumpster is there.' }]);
    const [{ id } = { id: '' }] = await sentTexts();
    expect(await outboxRow()).toMatchObject({ message_id: id, drop_reason: null });
  });

  it('is not sent again after the answer of the provider was lost', async () => {
    await provider('fail-next', { when: 'after', drop: true });
    const { run, passMinutes } = await textRow();
    await expect(run()).rejects.toThrow('status 500');
    await run();
    expect(await outboxRow(), 'not repeated within a minute').toMatchObject({ done_at: null });
    passMinutes(2);
    await run();
    expect(await sentTexts()).toHaveLength(1);
    expect(await outboxRow()).toMatchObject({ done_at: expect.any(Number), drop_reason: null });
  });

  it('is sent again at once after the provider refused the call', async () => {
    await provider('fail-next', { status: 429 });
    const { run } = await textRow();
    await expect(run()).rejects.toThrow('status 429');
    await run();
    expect(await sentTexts()).toHaveLength(1);
  });

  it('with the same words for another booking is sent, too, after a lost answer', async () => {
    const first = await textRow();
    await first.run();
    await provider('fail-next', { status: 429 });
    const second = await textRow({ bookingId: 2, id: 'row-2' });
    await expect(second.run()).rejects.toThrow('status 429');
    await second.run();
    expect(await sentTexts()).toHaveLength(2);
  });

  it.each(['07:59', '20:00', '23:30'])('waits at %s until 8 AM', async (at) => {
    const { ctx, run } = await textRow({ at });
    await run();
    const due = instantOn(inDays(at < '08:00' ? 0 : 1), '08:00', ctx.settings.timeZone);
    expect(await outboxRow()).toMatchObject({ done_at: null, due_at: due });
    expect(await sentTexts()).toEqual([]);
  });

  it('that would say nothing new in the morning is dropped', async () => {
    const { run } = await textRow({ at: '20:30', untilHours: 1 });
    await run();
    expect(await outboxRow()).toMatchObject({ drop_reason: 'it was too late to send it' });
  });

  it.each([
    [
      'a number that the customer did not agree with',
      "UPDATE bookings SET phone = '518 555 0199'",
      'the customer agreed with another phone number',
    ],
    [
      'a number abroad',
      "UPDATE bookings SET phone = '+44 20 7946 0958'",
      'the phone number cannot get texts',
    ],
  ])('is not sent to %s', async (_name, change, reason) => {
    const { run } = await textRow();
    await rows(change);
    await run();
    expect(await sentTexts()).toEqual([]);
    expect(await outboxRow()).toMatchObject({ drop_reason: reason });
  });

  it('is not sent after a withdrawal with another booking of the number', async () => {
    await consent(2, 0);
    const { run } = await textRow();
    await run();
    expect(await outboxRow()).toMatchObject({ drop_reason: 'the customer withdrew the consent' });
    await consent(1);
    const again = await textRow({ id: 'row-2' });
    await again.run();
    expect(await sentTexts()).toHaveLength(1);
  });

  it('to a number that the provider knows as stopped is dropped, and the number counts as stopped', async () => {
    await provider('inbound', { from: PHONE, body: 'STOP' });
    const { run } = await textRow();
    await run();
    expect(await outboxRow()).toMatchObject({ drop_reason: 'number stopped texts' });
    expect(await rows('SELECT phone, keyword FROM text_replies')).toEqual([
      { phone: PHONE, keyword: 'stop' },
    ]);
  });
});

type Hook = { fields: Record<string, string>; query?: string; signature?: string };

/** Sends the signed form that the provider sends. */
async function hook({ fields, query = '', signature }: Hook) {
  const body = new URLSearchParams(fields);
  const url = `http://localhost:8788/api/texts/webhook${query}`;
  const signed = signature ?? (await textSignature('texts_local', { url, fields: body }));
  return call(`/api/texts/webhook${query}`, {
    method: 'POST',
    body: body.toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Twilio-Signature': signed,
      Origin: 'https://elsewhere.example.com',
    },
  });
}

const reply = (id: string, body: string) =>
  hook({ fields: { MessageSid: id, From: PHONE, To: '+15550100142', Body: body } });

describe('the webhook', () => {
  it('has the signature of the example in the documentation of the provider', async () => {
    const fields = new URLSearchParams({
      CallSid: 'CA1234567890ABCDE',
      Caller: '+12349013030',
      Digits: '1234',
      From: '+12349013030',
      To: '+18005551212',
    });
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    expect(await textSignature('12345', { url, fields })).toBe('0/KCTR6DLpKmkAf8muzZqo1nDgQ=');
  });

  it('refuses a call without the right signature', async () => {
    const fields = { MessageSid: 'SM1', From: PHONE, Body: 'STOP' };
    expect((await hook({ fields, signature: 'AAAA' })).status).toBe(400);
    expect(await rows('SELECT id FROM text_replies')).toEqual([]);
  });

  it('answers with an empty document, which sends no text back', async () => {
    const answer = await reply('SM1', 'Please use the back gate');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe('text/xml');
    expect(await answer.text()).toContain('<Response></Response>');
  });

  it('stops the number until START, and a STOP that is repeated later changes nothing', async () => {
    await reply('SM1', ' stop. ');
    await (await textRow()).run();
    expect(await outboxRow()).toMatchObject({ drop_reason: 'number stopped texts' });
    await reply('SM2', 'START');
    await reply('SM1', ' stop. ');
    await (await textRow({ id: 'row-2' })).run();
    expect(await sentTexts()).toHaveLength(1);
  });

  it('keeps the last state of a text, in any order of the reports', async () => {
    await (await textRow()).run();
    const [text] = await sentTexts();
    const report = (MessageStatus: string, more = {}) =>
      hook({
        fields: { MessageSid: text?.id ?? '', MessageStatus, To: PHONE, ...more },
        query: '?text=row-1',
      });
    const state = async () =>
      (
        await rows(
          'SELECT status, undelivered_reason AS reason FROM text_messages JOIN outbox ON outbox.id = outbox_id',
        )
      )[0];
    await report('undelivered', { ErrorCode: '30006' });
    await report('sent');
    await report('queued');
    expect(await state()).toEqual({
      status: 'undelivered',
      reason: 'The number is a landline or cannot get texts',
    });
    await report('delivered');
    await report('undelivered', { ErrorCode: '30006' });
    expect(await state()).toEqual({ status: 'delivered', reason: null });
  });

  it('names the text of a report that comes before the answer of the provider is stored', async () => {
    await provider('fail-next', { when: 'after', drop: true });
    const { run, passMinutes } = await textRow();
    await expect(run()).rejects.toThrow('status 500');
    const [text] = await sentTexts();
    const fields = { MessageSid: text?.id ?? '', MessageStatus: 'delivered', To: PHONE };
    expect((await hook({ fields, query: '?text=row-1' })).status).toBe(200);
    passMinutes(2);
    await run();
    expect(await sentTexts()).toHaveLength(1);
    expect(await rows('SELECT status FROM text_messages')).toEqual([{ status: 'delivered' }]);
  });
});
