import { beforeEach, expect, it } from 'vitest';
import type { BookingOptions } from '#contract/new-booking.ts';
import { insertRow } from '#worker/test/builders.ts';
import { makeHistoryReader } from '#worker/test/history.ts';
import { makePhoneDesk } from '#worker/test/phone-orders.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, startOver } from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  staff = await signIn('dana', 'dispatcher');
});
const { make, refuse } = makePhoneDesk(() => staff);
const { story } = makeHistoryReader(() => staff);

async function ask(query: Record<string, string> = {}): Promise<BookingOptions> {
  const reply = await staff.send('GET', `booking-options?${new URLSearchParams(query)}`);
  expect(reply.status).toBe(200);
  return reply.json<BookingOptions>();
}

it('proposes the first day on which a unit of the size is free', async () => {
  await addUnits(1);
  expect((await ask()).deliveryDate).toBe(inDays(0));
  await insertRental(1, { startsIn: 0, unit: 1 });
  const { deliveryDate, offers } = await ask({ dumpsterType: '15-yard', rentalType: '7-day' });
  expect(deliveryDate).toBe(inDays(7));
  const offer = offers.find((each) => each.dumpsterType === '15-yard' && each.rentalType === '7-day');
  expect(offer?.free).toBe(1);
  expect((await ask()).deliveryDate).toBe(inDays(7));
});

it('names the city and the states of a ZIP code, and other names that bookings have for it', async () => {
  expect((await ask({ zip: '12207' })).place).toMatchObject({ cities: ['Albany'], states: ['NY'] });
  expect((await ask({ zip: '99999' })).place).toMatchObject({ cities: [] });
  expect((await ask()).place).toBeNull();
  for (const [index, city] of ['albany', 'Menands', 'Menands', 'Typo'].entries())
    await insertRow('bookings', index + 1, { city, zip: index === 1 ? '12207-1234' : '12207' });
  expect((await ask({ zip: '12207' })).place?.cities).toEqual(['Albany', 'Menands']);
});

it('asks whether the terms were read for a payment without a page that shows them, or why not', async () => {
  await addUnits(2);
  const cash = { method: 'cash', amount: 1000, day: inDays(0), reference: '' };
  for (const payment of [{ method: 'later' }, cash]) {
    const refused = await refuse({ payment, termsNotRead: '' });
    expect([refused.status, refused.paths]).toEqual([400, ['termsRead']]);
  }
  const { id } = await make({ termsNotRead: 'Call dropped' });
  expect(await story(id)).toEqual([
    '[dana] Booking made by phone (pays later). Terms not read to the customer: Call dropped',
  ]);
});
