import { type Day, formatDay } from '#domain/days.ts';
import { type DumpsterType, dumpsterSize, type RentalType, rentalEnd, rentalOption } from '#domain/rental.ts';
import type { Business, EmailFact } from './layout.ts';

/** The fields of a booking that e-mails show. */
export type EmailBooking = {
  id: number;
  firstName: string;
  lastName: string;
  /** Null for a booking by phone of a customer without an address. */
  email: string | null;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  rentalType: RentalType;
  dumpsterType: DumpsterType;
  deliveryDate: Day;
};

/** The rental, its days and its address, for the customer. */
export function rentalFacts(booking: EmailBooking): EmailFact[] {
  return [numberFact(booking), ...dayFacts(booking)];
}

/** The same for staff, with the customer's name and phone. */
export function staffFacts(booking: EmailBooking): EmailFact[] {
  const { firstName, lastName, email, phone } = booking;
  return [
    numberFact(booking),
    { name: 'Customer', value: `${firstName} ${lastName}` },
    { name: 'Phone', value: phone },
    { name: 'E-mail', value: email ?? 'Not provided' },
    ...dayFacts(booking),
  ];
}

function numberFact({ id }: EmailBooking): EmailFact {
  return { name: 'Booking', value: `#${id}` };
}

function dayFacts(booking: EmailBooking): EmailFact[] {
  const { rentalType, dumpsterType, deliveryDate } = booking;
  const lastDay = rentalEnd(rentalType, deliveryDate);
  const delivery = formatDay(deliveryDate);
  return [
    { name: 'Dumpster', value: dumpsterSize(dumpsterType).name },
    { name: 'Rental', value: rentalOption(rentalType).title },
    ...(lastDay === deliveryDate
      ? [{ name: 'Delivery and pickup', value: delivery }]
      : [
          { name: 'Delivery date', value: delivery },
          { name: 'Last day', value: formatDay(lastDay) },
        ]),
    { name: 'Delivered to', value: placeOf(booking) },
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
