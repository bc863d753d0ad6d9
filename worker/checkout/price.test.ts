import { beforeEach, describe, expect, it } from 'vitest';
import { describeAgreement } from '#domain/catalog/agreement.ts';
import type { Quote } from '#domain/catalog/quote.ts';
import type { CalendarRules } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD, FIRST_RATE_CARD_ID } from '#domain/catalog/seed.ts';
import { addDays, weekdayOf } from '#domain/shared/days.ts';
import { makeRate } from '#domain/test/rate-cards.ts';
import { listBookingEvents } from '#worker/bookings/history.ts';
import { getRateCard } from '#worker/catalog/rate-cards.ts';
import { bookingPayments } from '#worker/money/overview.ts';
import { getBooking, toBooking } from '#worker/rental/service.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { getStripeIntent } from '#worker/test/checkouts.ts';
import { makeCustomer, publishFirm, textsOf } from '#worker/test/prices.ts';
import { addUnits, inDays, intentIdOf, rows, startOver } from '#worker/test/world.ts';
import { bookingStatus } from './status.ts';

beforeEach(async () => {
  await startOver();
  await addUnits(3);
});

describe('the receipt', () => {
  it('has the agreed price and terms for the payer, also after another publication', async () => {
    const rateCardId = await publishFirm();
    const { ctx, open, payFor, ask } = makeCustomer();
    const { clientSecret } = await open();
    const asked = { paymentIntent: intentIdOf(clientSecret), clientSecret, withReceipt: true as const };
    expect(await bookingStatus(ctx, asked)).toMatchObject({ agreement: null });
    const { quote } = await payFor({ clientSecret });
    await publishCard({ rates: [makeRate({ price: 90_000, includedWeight: 0 })] });
    const { agreement } = await bookingStatus(ctx, asked);
    expect(agreement).toEqual(
      describeAgreement((await getRateCard(ctx, rateCardId)).card, {
        ...makeRate(),
        quote: JSON.parse(String(quote)),
      }),
    );
    expect(agreement).toMatchObject({
      rate: { price: 47_500, includedWeight: 2000 },
      quote: { total: 51_300 },
    });
    expect(await bookingStatus(ctx, { ...asked, withReceipt: undefined })).not.toHaveProperty('agreement');
    expect((await ask()).extras.body).toMatchObject({ booking: { depositAmount: 10_000 }, agreement });
    await expect(bookingStatus(ctx, { ...asked, clientSecret: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a booking', () => {
  it('is priced by the published card, and keeps its lines, zone, material, placement and source', async () => {
    const rateCardId = await publishFirm();
    const { open, payFor } = makeCustomer({ zip: '12180-4444' });
    const utm = { source: 'flyer', campaign: 'spring' };
    const opened = await open({ material: 'concrete', placementType: 'street', utm });
    expect(await getStripeIntent(opened.clientSecret)).toMatchObject({
      amount: 10_000,
      description: `7-Day Rental deposit, 15-Yard, delivery ${inDays(10)}`,
      statement_descriptor_suffix: 'DEPOSIT',
    });
    const booking = await payFor(opened);
    expect(booking).toMatchObject({
      rate_card_id: rateCardId,
      material_id: 'concrete',
      zone: 'far',
      placement_type: 'street',
      deposit_amount: 10_000,
      final_price: null,
      payment_status: 'deposit_paid',
      end_date: inDays(16),
      pickup_day: inDays(16),
    });
    expect(JSON.parse(String(booking.utm))).toEqual(utm);
    const { lines, ...sums } = JSON.parse(String(booking.quote)) as Quote;
    expect(textsOf(lines)).toEqual([
      '7-Day Rental, 15-Yard, Concrete 60000',
      'Delivery to Troy 5000',
      'Street permit 8000',
      'NY sales tax 5200',
    ]);
    expect(sums).toEqual({ total: 78_200, dueNow: 10_000, dueLater: 68_200 });
  });

  it('whose payment is the whole price is fully paid at that price', async () => {
    await publishCard({ rates: [makeRate({ deposit: 47_500 })] });
    const { ctx, open, payFor } = makeCustomer();
    const opened = await open();
    expect(await getStripeIntent(opened.clientSecret)).toMatchObject({
      description: `7-Day Rental, 15-Yard, delivery ${inDays(10)}`,
      statement_descriptor_suffix: 'RENTAL',
    });
    expect(await payFor(opened)).toMatchObject({
      deposit_amount: 47_500,
      final_price: 47_500,
      payment_status: 'fully_paid',
    });
    const [booking] = await rows<{ id: number }>('SELECT id FROM bookings');
    expect((await bookingPayments(ctx, booking?.id ?? 0)).payments).toMatchObject([
      { kind: 'deposit', isWholePrice: true, amount: 47_500 },
    ]);
    const record = await getBooking(ctx, booking?.id ?? 0);
    expect(await toBooking(ctx, record)).toMatchObject({ isPaidAtBooking: true });
    const history = await listBookingEvents(ctx, record.id);
    expect(history.map(({ text }) => text)).toContain('Price of $475.00 paid');
  });

  it('whose deposit alone is agreed has no final price', async () => {
    const { open, payFor } = makeCustomer();
    expect(await payFor(await open())).toMatchObject({
      rate_card_id: FIRST_RATE_CARD_ID,
      material_id: 'mixed',
      deposit_amount: 42_500,
      final_price: null,
      payment_status: 'deposit_paid',
    });
  });

  it('whose payment does not match its price has no final price', async () => {
    await publishCard({ rates: [makeRate({ deposit: 47_500 })] });
    const { open, payFor } = makeCustomer();
    const opened = await open();
    await rows('UPDATE checkout_revisions SET amount = 47501');
    expect(await payFor(opened)).toMatchObject({ final_price: null, needs_attention: 'payment_mismatch' });
  });
});

describe('the calendar', () => {
  const publishCalendar = (changes: Partial<CalendarRules>) =>
    publishCard({ calendar: { ...FIRST_RATE_CARD.calendar, ...changes } });
  const closeDay = (days: number) =>
    insertRow('blackout_days', days, { day: inDays(days), created_by: null });

  it('reserves the unit until the next day with pickups', async () => {
    const monday = [10, 11, 12, 13, 14, 15, 16].map(inDays).find((day) => weekdayOf(day) === 1) ?? '';
    await publishCalendar({ deliveryWeekdays: [1, 2, 3, 4, 5] });
    const { open, payFor } = makeCustomer({ deliveryDate: monday });
    const opened = await open();
    const [sunday, pickupDay] = [addDays(monday, 6), addDays(monday, 7)];
    expect(await rows('SELECT start_date, end_date FROM dumpster_schedule')).toEqual([
      { start_date: monday, end_date: pickupDay },
    ]);
    expect(opened.pickupDay).toBe(pickupDay);
    expect(await payFor(opened)).toMatchObject({ end_date: sunday, pickup_day: pickupDay });
  });

  it('has no pickup on a closed day', async () => {
    for (const days of [16, 17]) await closeDay(days);
    const { open, payFor } = makeCustomer();
    const opened = await open();
    await closeDay(18);
    // The same call, and one with other details, answer with what is reserved and paid.
    expect([opened.pickupDay, (await open()).pickupDay]).toEqual([inDays(18), inDays(18)]);
    const revised = await open({ notes: 'Ring twice' });
    expect(revised.pickupDay).toBe(inDays(19));
    expect(await payFor(revised)).toMatchObject({ end_date: inDays(16), pickup_day: inDays(19) });
  });

  it('refuses closed days and days that are too soon; a day beyond the horizon stays invalid', async () => {
    await publishCalendar({ leadDays: 3, horizonDays: 20 });
    await closeDay(10);
    const { ask, open } = makeCustomer();
    const refusalOn = async (days: number) => {
      const { status, code, extras } = await ask({ deliveryDate: inDays(days) });
      return [status, code, extras.body?.reason];
    };
    expect(await refusalOn(10)).toEqual([409, 'sold_out', 'closed']);
    expect(await refusalOn(2)).toEqual([409, 'sold_out', 'too_soon']);
    expect(await refusalOn(21)).toEqual([400, 'invalid', undefined]);
    expect(await refusalOn(-1)).toEqual([400, 'invalid', undefined]);
    await open({ deliveryDate: inDays(20) });
  });

  it('lets a customer who holds a day keep it when new rules close it', async () => {
    const { open } = makeCustomer();
    const first = await open();
    await closeDay(10);
    const again = await open();
    const changed = await open({ notes: 'Ring twice' });
    expect([again.clientSecret, changed.clientSecret]).toEqual([first.clientSecret, first.clientSecret]);
  });
});
