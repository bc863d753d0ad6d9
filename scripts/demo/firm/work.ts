import type { NewDumpTicket } from '#contract/dump-tickets.ts';
import type { Job } from '#contract/jobs.ts';
import type { BookingPayments } from '#contract/payments.ts';
import type { PriceProposal } from '#contract/price-proposal.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import type { Order } from '../past.ts';
import { FIRM_CARD } from './card.ts';
import type { FirmBooking } from './plan.ts';
import type { Staff } from './staff-session.ts';

export type BookedRental = FirmBooking & { id: number };

/** Does what staff would have done for a booking by `today`; nothing when its work is done. */
export async function workOn(staff: Staff, today: Day, rental: BookedRental): Promise<void> {
  const { id, story } = rental;
  const booking = await staff.get<Booking>(`bookings/${id}`);
  if (booking.status === 'completed' || booking.status === 'cancelled') return;
  if (story.isCancelled) return cancel(staff, booking);
  await markDelivered(staff, booking, today);
  if (booking.pickupDay < today && !story.isOverdue) return complete(staff, booking, rental);
  if (booking.status === 'pending' && story.isConfirmed) {
    await setStatus(staff, id, 'confirmed');
    if (story.permit !== null) await enterPermit(staff, booking, story.permit);
  }
  if (story.isConfirmed && booking.deliveryDate === today) await setStatus(staff, id, 'in_transit');
  if (booking.status === 'in_transit' && booking.deliveryDate < today)
    await setStatus(staff, id, 'confirmed');
}

/** Marks the delivery done after its day. */
async function markDelivered(staff: Staff, { id, deliveryDate }: Booking, today: Day): Promise<void> {
  if (deliveryDate >= today) return;
  const jobs = await staff.get<Job[]>(`jobs?bookingId=${id}`);
  const delivery = jobs.find(({ type, status }) => type === 'delivery' && status === 'open');
  if (delivery) await staff.send('POST', `jobs/${delivery.id}/done`, {});
}

export async function setStatus(staff: Staff, id: number, status: Booking['status']): Promise<void> {
  await staff.send('PATCH', `bookings/${id}/status`, { status, notifyCustomer: false });
}

async function enterPermit(staff: Staff, { id, pickupDay }: Booking, permitNumber: string) {
  const permitExpires = addDays(pickupDay, 7);
  await staff.change('PATCH', `bookings/${id}`, {
    read: `bookings/${id}`,
    body: { permitNumber, permitExpires },
  });
}

async function cancel(staff: Staff, { id, depositAmount }: Booking): Promise<void> {
  await setStatus(staff, id, 'cancelled');
  const refund = { bookingId: id, amount: depositAmount, reason: 'The project was put off.' };
  await staff.send('POST', 'refund-payment', { ...refund, notifyCustomer: false });
}

/** The dumpster is back: ticket and items are entered, the proposed price is set, and the balance is charged. */
async function complete(staff: Staff, booking: Booking, { order, story }: BookedRental): Promise<void> {
  const { id } = booking;
  await staff.send('POST', `bookings/${id}/dump-fees`, ticketOf(booking, order, story.extraWeight));
  if (story.item !== null) await addItem(staff, id, story.item);
  const { proposal } = await staff.get<PriceProposal>(`bookings/${id}/price-proposal`);
  if (!proposal) throw new Error(`Booking ${id} has a dump ticket, but no price is proposed.`);
  await staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: proposal.total });
  await setStatus(staff, id, 'completed');
  // The truck came on the agreed day: staff enter it later, and no days are charged for that.
  await staff.change('POST', `bookings/${id}/kept-days`, {
    read: `bookings/${id}`,
    body: { askedDay: booking.pickupDay, removedReason: null },
  });
  if (!story.isCharged) return;
  const { remaining } = await staff.get<BookingPayments>(`bookings/${id}/payments`);
  await staff.send('POST', 'process-remaining-payment', { bookingId: id, chargeAmount: remaining });
}

async function addItem(staff: Staff, id: number, itemId: string): Promise<void> {
  const body = { type: 'item', itemId, quantity: 1 };
  await staff.change('POST', `bookings/${id}/price-additions`, { read: `bookings/${id}`, body });
}

/** Cents that the landfill takes for a ton. */
const LANDFILL_FEE = 7_200;

function ticketOf({ pickupDay }: Booking, order: Order, extraWeight: number): NewDumpTicket {
  const rate = FIRM_CARD.rates.find(
    ({ rentalOption, dumpsterSize, material }) =>
      rentalOption === order.rentalType && dumpsterSize === order.dumpsterType && material === order.material,
  );
  const weight = (rate?.includedWeight ?? 0) + extraWeight;
  const feeAmount = Math.round((weight / 2_000) * LANDFILL_FEE);
  return { weight, dumpLocation: 'Rapp Road Landfill', dumpDate: pickupDay, feeAmount };
}
