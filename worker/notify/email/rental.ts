import { numbersText } from '#domain/rental/orders.ts';
import { type Day, formatWeekday } from '#domain/shared/days.ts';
import type { Business, EmailFact } from './layout.ts';

/** The fields of a booking that e-mails show. */
export type EmailBooking = {
  id: number;
  firstName: string;
  lastName: string;
  /** Null for a booking by phone of a customer without an address. */
  email: string | null;
  phone: string;
  company: string | null;
  poNumber: string | null;
  address: string;
  city: string;
  state: string;
  zip: string;
  /** '7-Day Rental'. */
  rentalTitle: string;
  /** '15-Yard'. */
  sizeName: string;
  /** Null where the customer has no choice. */
  materialName: string | null;
  deliveryDate: Day;
  /** The last rental day, and the day of the pickup, which can be later. */
  endDate: Day;
  pickupDay: Day;
};

/** The rental, its days and its address, for the customer. `order`: the numbers of the bookings of an order. */
export function rentalFacts(booking: EmailBooking, order: readonly number[] = [booking.id]): EmailFact[] {
  return [numberFact(order), ...dayFacts(booking, order.length), ...companyFacts(booking)];
}

/** The same for staff, with the customer's name and phone. */
export function staffFacts(booking: EmailBooking, order: readonly number[] = [booking.id]): EmailFact[] {
  const { firstName, lastName, email, phone } = booking;
  return [
    numberFact(order),
    { name: 'Customer', value: `${firstName} ${lastName}` },
    { name: 'Phone', value: phone },
    { name: 'E-mail', value: email ?? 'Not provided' },
    ...companyFacts(booking),
    ...dayFacts(booking, order.length),
  ];
}

function companyFacts({ company, poNumber }: EmailBooking): EmailFact[] {
  return [
    ...(company ? [{ name: 'Company', value: company }] : []),
    ...(poNumber ? [{ name: 'PO number', value: poNumber }] : []),
  ];
}

function numberFact(order: readonly number[]): EmailFact {
  return { name: order.length > 1 ? 'Bookings' : 'Booking', value: numbersText(order) };
}

function dayFacts(booking: EmailBooking, quantity: number): EmailFact[] {
  const { sizeName, rentalTitle, materialName, deliveryDate, endDate, pickupDay } = booking;
  const delivery = formatWeekday(deliveryDate);
  return [
    quantity > 1
      ? { name: 'Dumpsters', value: `${quantity} x ${sizeName}` }
      : { name: 'Dumpster', value: sizeName },
    { name: 'Rental', value: rentalTitle },
    ...(materialName === null ? [] : [{ name: 'Material', value: materialName }]),
    ...(pickupDay === deliveryDate
      ? [{ name: 'Delivery and pickup', value: delivery }]
      : [
          { name: 'Delivery date', value: delivery },
          { name: 'Last day', value: formatWeekday(endDate) },
        ]),
    ...(pickupDay === endDate ? [] : [{ name: 'Pickup', value: formatWeekday(pickupDay) }]),
    { name: 'Address', value: placeOf(booking) },
  ];
}

/** The sentence that says how to contact the business about the booking. */
export function questions({ id }: { id: number }, { phone, email }: Business): string {
  return `Questions? Call ${phone} or write to ${email}, and name booking #${id}.`;
}

type Place = Pick<EmailBooking, 'address' | 'city' | 'state' | 'zip'>;

export function placeOf({ address, city, state, zip }: Place): string {
  return `${address}, ${city}, ${state} ${zip}`;
}
