import { beforeEach, describe, expect, it } from 'vitest';
import { makeItem } from '#domain/test/rate-cards.ts';
import { insertRow } from '#worker/test/builders.ts';
import { bookRental, listJobsOf, makeChangeCalls } from '#worker/test/changes.ts';
import { makeCustomer, publishFirm } from '#worker/test/prices.ts';
import { listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
let { change } = {} as ReturnType<typeof makeChangeCalls>;

beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
  ({ change } = makeChangeCalls(dana));
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

type PricedReply = { version: number; finalPrice: number | null; quote: { total: number } };
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

  it('leaves the price when the status of the booking cancels the job, and comes back with the job', async () => {
    const id = await bookDelivered();
    const before = await totalOf(id);
    await change(id, emptied(2, { itemId: 'trip' }));
    const withCharge = await totalOf(id);
    expect(withCharge).toBeGreaterThan(before);
    await setStatus(id, 'completed');
    expect(await listJobsOf(id)).toContainEqual({
      type: 'dump_and_return',
      day: inDays(2),
      status: 'cancelled',
    });
    expect(await totalOf(id)).toBe(before);
    await setStatus(id, 'confirmed');
    expect(await totalOf(id)).toBe(withCharge);
  });

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
