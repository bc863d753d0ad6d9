import type { Dumpster } from '#contract/inventory.ts';
import type { NewSite } from '#contract/sites.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import type { NewTruck } from '#contract/trucks.ts';
import type { Staff } from './firm/staff-session.ts';

const WEEKDAY = { opens: '07:00', closes: '16:00' };
const SATURDAY = { opens: '07:30', closes: '12:00' };

const TRUCKS: readonly NewTruck[] = [
  { name: 'Truck 1', plate: 'HLR 4821', capacity: 1, isInService: true },
  { name: 'Truck 2', plate: 'HLR 4822', capacity: 1, isInService: true },
];

const SITES: readonly NewSite[] = [
  {
    ...{ kind: 'yard', name: 'Main yard', address: '220 Green Street, Albany, NY 12202' },
    ...{ lat: 42.6392, lng: -73.7545, hours: null, acceptedWaste: null },
  },
  {
    ...{ kind: 'disposal', name: 'Rapp Road Landfill', address: '525 Rapp Road, Albany, NY 12205' },
    ...{ lat: 42.7086, lng: -73.8531 },
    hours: [null, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, SATURDAY],
    acceptedWaste: ['Mixed debris', 'Roofing', 'Wood', 'Yard waste'],
  },
];

/** Adds the trucks and the sites of a small firm, as its owner does in Settings. */
export async function setUpDispatch(staff: Staff): Promise<void> {
  for (const truck of TRUCKS) await staff.send('POST', 'admin/trucks', truck);
  for (const site of SITES) await staff.send('POST', 'admin/sites', site);
}

/**
 * Staff correct where the unit of an overdue rental is: the night does not run in the past, so the unit was given to the
 * next customer, too.
 */
export async function correctOverdueUnits(staff: Staff): Promise<void> {
  for (const { id, dumpsterId } of await staff.get<Booking[]>('bookings?work=overdue')) {
    if (dumpsterId === null) continue;
    const { location } = await staff.get<Dumpster>(`dumpsters/${dumpsterId}`);
    if (location.bookingId === id) continue;
    const correction = { place: 'booking', bookingId: id, reason: 'The customer still has it.' };
    await staff.send('POST', `inventory/${dumpsterId}/location`, correction);
  }
}
