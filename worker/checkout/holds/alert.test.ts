import { beforeEach, expect, it } from 'vitest';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { countAnswers, holdRequest } from '#worker/test/checkouts.ts';
import { addUnits, inDays, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { sendHoldAlert } from './alert.ts';

beforeEach(startOver);

const thirtyDays = (n: number) => holdRequest(n, { rentalType: '30-day', deliveryDate: inDays(1 + 30 * n) });

it('staff get one e-mail an hour while the days held unpaid are near a limit', async () => {
  const world = makeTestContext({ pauseMs: 5 });
  const { ctx, mails, passMinutes } = world;
  await addUnits(2);
  await addUnits(8, '20-yard');
  await countAnswers(world, [thirtyDays(0)]);
  expect(await sendHoldAlert(ctx)).toEqual({ sent: 0 });
  await countAnswers(world, [thirtyDays(1)]);
  await Promise.all(Array.from({ length: 5 }, () => sendHoldAlert(ctx)));
  expect(mails).toEqual([
    {
      to: 'office@dumpsters.example.com',
      subject: 'Many dumpsters are held by unpaid bookings',
      text: expect.stringContaining('15-Yard: 60 of 73 days are held'),
      html: expect.stringContaining('/admin/inventory#holds'),
      dedupeKey: expect.stringMatching(/^holds-near-limit:\d+$/),
    },
  ]);
  expect(mails[0]?.text).not.toMatch(/All sizes|20-Yard/);
  passMinutes(59);
  await sendHoldAlert(ctx);
  expect(mails).toHaveLength(1);
  passMinutes(1);
  await sendHoldAlert(ctx);
  expect(mails).toHaveLength(2);
  expect(mails[1]?.dedupeKey).not.toBe(mails[0]?.dedupeKey);
});

it('the limit of the fleet is near, too', async () => {
  const world = makeTestContext();
  await addUnits(1);
  await addUnits(1, '20-yard');
  const other = holdRequest(5, { rentalType: '30-day', dumpsterType: '20-yard' });
  await countAnswers(world, [thirtyDays(0), other]);
  expect(await sendHoldAlert(world.ctx)).toEqual({ sent: 1 });
  expect(world.mails[0]?.text).toContain('All sizes: 60 of 73 days are held');
});

it('a refused e-mail is sent again in the next minute', async () => {
  const world = makeTestContext();
  const { ctx, mails } = world;
  await addUnits(1);
  await countAnswers(world, [thirtyDays(0), thirtyDays(1)]);
  const { send } = ctx.mail;
  ctx.mail.send = () => Promise.reject(new Error('Mailbox full'));
  await expect(sendHoldAlert(ctx)).rejects.toThrow('Mailbox full');
  ctx.mail.send = send;
  await sendHoldAlert(ctx);
  expect(mails).toHaveLength(1);
});

it('no e-mail is sent for a fleet without holds or units', async () => {
  expect(await runCronTask(testEnv, 'hold-alert', { isForced: true })).toEqual({ sent: 0 });
  await addUnits(1);
  expect(await runCronTask(testEnv, 'hold-alert', { isForced: true })).toEqual({ sent: 0 });
  expect(await rows('SELECT key FROM rate_limits')).toEqual([]);
});
