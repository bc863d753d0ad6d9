import { beforeEach, describe, expect, it } from 'vitest';
import { makeItem } from '#domain/test/rate-cards.ts';
import { insertRow } from '#worker/test/builders.ts';
import { bookRental, listJobsOf, listUnitDays, makeChangeCalls } from '#worker/test/changes.ts';
import { makeCustomer, publishFirm } from '#worker/test/prices.ts';
import { listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
let { change, preview, refused, codes, texts, call } = {} as ReturnType<typeof makeChangeCalls>;

beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
  ({ change, preview, refused, codes, texts, call } = makeChangeCalls(dana));
  await addUnits(3);
});

const emptied = (day: number, more = {}) => ({ type: 'dump_and_return', day: inDays(day), ...more });

/** A delivered booking of the public page whose card has the charge item 'trip' for $90.00. */
async function bookDelivered(): Promise<number> {
  await publishFirm({ chargeItems: [makeItem({ id: 'trip', name: 'Extra trip', unitPrice: 9_000 })] });
  const { open, payFor } = makeCustomer({ deliveryDate: inDays(0) });
  const id = Number((await payFor(await open())).id);
  await rows("UPDATE jobs SET status = 'done' WHERE type = 'delivery'");
  return id;
}

type PricedReply = {
  version: number;
  finalPrice: number | null;
  quote: { total: number; lines: { label: string }[] };
};
const read = async (id: number) => (await dana.send('GET', `bookings/${id}`)).json<PricedReply>();
const totalOf = async (id: number) => (await read(id)).quote.total;
const setStatus = async (id: number, status: string) => {
  const { version } = await read(id);
  const reply = await dana.send('PATCH', `bookings/${id}/status`, { ifMatch: `"${version}"`, status });
  expect(reply.status).toBe(200);
};

describe('the charge of a job', () => {
  it('names its job, that of a dump and return and that of an exchange', async () => {
    const id = await bookDelivered();
    await change(id, emptied(2, { itemId: 'trip' }));
    await change(id, { type: 'exchange', day: inDays(3) });
    expect(
      await rows(
        'SELECT a.type, j.type AS job FROM price_additions a JOIN jobs j ON j.id = a.job_id ORDER BY a.id',
      ),
    ).toEqual([
      { type: 'item', job: 'dump_and_return' },
      { type: 'exchange', job: 'exchange' },
    ]);
  });

  it.each(['completed', 'cancelled'])(
    'leaves the price when the booking is %s before the job, and comes back with it',
    async (status) => {
      const id = await bookDelivered();
      const before = await totalOf(id);
      await change(id, emptied(2, { itemId: 'trip' }));
      const withCharge = await totalOf(id);
      expect(withCharge).toBeGreaterThan(before);
      await setStatus(id, status);
      expect(await listJobsOf(id)).toContainEqual({
        type: 'dump_and_return',
        day: inDays(2),
        status: 'cancelled',
      });
      expect(await totalOf(id)).toBe(before);
      await setStatus(id, 'confirmed');
      expect(await totalOf(id)).toBe(withCharge);
    },
  );

  it('belongs to one job of its booking, and is a fee only once that job is cancelled', async () => {
    const [first, second] = await listUnitIds();
    await bookRental(1, -2, { unit: first ?? 0, isDelivered: true });
    await bookRental(2, -2, { unit: second ?? 0, isDelivered: true });
    await insertRow('jobs', 1, { id: 81, booking_id: 1, type: 'relocate_on_site', due_day: inDays(1) });
    const charge = (id: number, bookingId: number) =>
      insertRow('price_additions', 1, { id, booking_id: bookingId, created_by: dana.id, job_id: 81 });
    const kept = 'UPDATE jobs SET charge_kept_at = 5 WHERE id = 81';
    const cancelled =
      "UPDATE jobs SET status = 'cancelled', withdrawn_at = 5, charge_kept_at = 5 WHERE id = 81";
    await expect(charge(91, 2)).rejects.toThrow('price_additions_of_job');
    await expect(rows(cancelled)).rejects.toThrow('jobs_charge_kept');
    await charge(91, 1);
    await expect(charge(92, 1)).rejects.toThrow('UNIQUE');
    await expect(rows(kept)).rejects.toThrow('jobs_charge_kept');
    await expect(
      rows('UPDATE price_additions SET job_id = NULL, voided_at = 5, voided_by = ?', dana.id),
    ).rejects.toThrow('price_additions_are_voided_only');
    await rows(cancelled);
    await expect(rows('UPDATE jobs SET charge_kept_at = NULL WHERE id = 81')).rejects.toThrow(
      'jobs_charge_kept',
    );
  });
});

const findJob = async (type: string) => {
  const [job] = await rows<{ id: number }>('SELECT id FROM jobs WHERE type = ? ORDER BY id DESC', type);
  if (!job) throw new Error(`There is no ${type}`);
  return job.id;
};
const remove = (jobId: number, more = {}) => ({ type: 'remove_job', jobId, ...more });
/** A delivered booking with a dump and return for $90.00 in two days. */
async function bookCharged() {
  const id = await bookDelivered();
  const before = await totalOf(id);
  await change(id, emptied(2, { itemId: 'trip' }));
  const charged = await totalOf(id);
  return { id, before, charged, amount: charged - before, jobId: await findJob('dump_and_return') };
}

describe('the removal of a job', () => {
  it('takes its charge off the price with its tax, and names it in the history', async () => {
    const { id, before, charged, amount, jobId } = await bookCharged();
    const shown = await preview(id, remove(jobId));
    expect(shown).toMatchObject({
      allowed: true,
      difference: -amount,
      before: { total: charged },
      after: { total: before },
      jobCharge: {
        label: 'Extra trip',
        amount,
        takenOff: { total: before },
        kept: { total: charged },
      },
    });
    const { takenOff, kept } = shown.jobCharge ?? {};
    expect((kept?.balance ?? 0) - (takenOff?.balance ?? 0)).toBe(amount);
    expect((await change(id, remove(jobId))).booking.quote?.total).toBe(before);
    expect((await texts(id))[0]).toMatch(/^Dump and return on .* removed\. Price difference: -\$/);
  });

  it('keeps the charge as a cancellation fee by choice, also after the booking is reopened', async () => {
    const { id, charged, jobId } = await bookCharged();
    const keep = remove(jobId, { charge: 'keep' });
    expect(await preview(id, keep)).toMatchObject({
      lines: [
        { label: 'Extra trip', amount: -9_000 },
        { label: 'Extra trip, cancellation fee', amount: 9_000 },
      ],
      difference: 0,
      after: { total: charged },
    });
    await change(id, keep);
    expect(await totalOf(id)).toBe(charged);
    expect((await read(id)).quote.lines.map(({ label }) => label)).toContain('Extra trip, cancellation fee');
    expect((await texts(id))[0]).toContain('Kept as a cancellation fee');
    await setStatus(id, 'completed');
    await setStatus(id, 'confirmed');
    expect(await totalOf(id)).toBe(charged);
    expect(await listJobsOf(id)).toContainEqual({
      type: 'dump_and_return',
      day: inDays(2),
      status: 'cancelled',
    });
  });

  it('takes the charge off once: a double tap, and a colleague who keeps it at the same time', async () => {
    const { id, before, charged, jobId } = await bookCharged();
    const send = async (input: Record<string, unknown>) => {
      const { previewToken } = await preview(id, input);
      return () => call(id, { ...input, preview: false, previewToken });
    };
    const taking = await send(remove(jobId));
    const keeping = await send(remove(jobId, { charge: 'keep' }));
    const replies = await Promise.all([taking(), taking(), keeping()]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const isKept = replies[2]?.status === 200;
    expect(await totalOf(id)).toBe(isKept ? charged : before);
    expect(await codes(id, remove(jobId))).toEqual(['job_stays']);
  });

  it('cannot take the charge off once the final price is set, and keeps it then', async () => {
    const { id, charged, jobId } = await bookCharged();
    const { version } = await read(id);
    const priced = { ifMatch: `"${version}"`, finalPrice: charged };
    expect((await dana.send('PATCH', `bookings/${id}/final-price`, priced)).status).toBe(200);
    const [reason] = await refused(id, remove(jobId));
    expect(reason).toMatchObject({ code: 'charge_stays', message: expect.stringContaining('final price') });
    const { booking } = await change(id, remove(jobId, { charge: 'keep' }));
    expect(booking.finalPrice).toBe(charged);
  });

  it('cannot take off what is paid: the amount is refunded first', async () => {
    const { id, before, charged, jobId } = await bookCharged();
    await rows('UPDATE bookings SET paid_amount = ? WHERE id = ?', charged, id);
    const [reason] = await refused(id, remove(jobId));
    expect(reason).toMatchObject({ code: 'charge_stays', message: expect.stringContaining('Refund') });
    await rows('UPDATE bookings SET refund_amount = ? WHERE id = ?', charged - before, id);
    expect((await change(id, remove(jobId))).booking.quote?.total).toBe(before);
  });

  it('changes no price without a charge, also when the final price is set', async () => {
    const id = await bookDelivered();
    await change(id, { type: 'relocate_on_site', day: inDays(2) });
    await rows('UPDATE bookings SET final_price = 50000 WHERE id = ?', id);
    const jobId = await findJob('relocate_on_site');
    expect(await preview(id, remove(jobId))).toMatchObject({ allowed: true, difference: 0, jobCharge: null });
    await change(id, remove(jobId, { charge: 'keep' }));
    expect(await rows('SELECT charge_kept_at AS kept FROM jobs WHERE id = ?', jobId)).toEqual([
      { kept: null },
    ]);
  });

  it('is refused to a booking that does not have the job', async () => {
    const { id } = await bookCharged();
    const pickup = await findJob('final_pickup');
    expect(await codes(id, remove(pickup))).toEqual(['job_stays']);
    expect(await codes(id, remove(9_999))).toEqual(['job_stays']);
  });
});

describe('the removal of an exchange', () => {
  it('gives its unit back, keeps the unit on site until the pickup, and takes a price of the card off', async () => {
    const id = await bookDelivered();
    const before = await totalOf(id);
    const days = await listUnitDays(id);
    await change(id, { type: 'exchange', day: inDays(2) });
    const first = await findJob('exchange');
    await change(id, { type: 'exchange', day: inDays(3) });
    expect(await codes(id, remove(first))).toEqual(['job_stays']);
    await change(id, remove(await findJob('exchange')));
    const { after } = await preview(id, remove(first));
    expect(after.unit?.id).toBe(days[0]?.unit);
    await change(id, remove(first));
    expect([await listUnitDays(id), await totalOf(id)]).toEqual([days, before]);
    await change(id, { type: 'exchange', day: inDays(2) });
    expect(await listUnitDays(id)).toMatchObject([{ role: 'first' }, { role: 'exchange 1' }]);
  });

  it('is refused while another booking has the unit on site then, which can move in the same step', async () => {
    const id = await bookDelivered();
    await change(id, { type: 'exchange', day: inDays(1) });
    const jobId = await findJob('exchange');
    const [onSite] = await listUnitDays(id);
    await bookRental(50, 2, { unit: Number(onSite?.unit) });
    const [reason] = await refused(id, remove(jobId));
    expect(reason).toMatchObject({ code: 'taken', offers: [{ offer: 'move', bookingId: 50 }] });
    const { movedBooking } = await change(id, remove(jobId, { moveBookingId: 50 }));
    expect(movedBooking?.id).toBe(50);
    expect(await listUnitDays(id)).toMatchObject([{ unit: onSite?.unit, role: 'first' }]);
  });

  it('leaves an amount that was entered by hand to administrators', async () => {
    const [unit] = await listUnitIds();
    await bookRental(60, -1, { unit: unit ?? 0, isDelivered: true });
    await change(60, { type: 'exchange', day: inDays(1), unitAmount: 20_000 });
    const jobId = await findJob('exchange');
    const eve = makeChangeCalls(await signIn('eve', 'dispatcher'));
    expect(await eve.codes(60, remove(jobId))).toEqual(['charge_stays']);
    expect(await preview(60, remove(jobId))).toMatchObject({ allowed: true, difference: -20_000 });
    await eve.change(60, remove(jobId, { charge: 'keep' }));
    expect(await rows('SELECT voided_at AS voided FROM price_additions WHERE booking_id = 60')).toEqual([
      { voided: null },
    ]);
  });
});
