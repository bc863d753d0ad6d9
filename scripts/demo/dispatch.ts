import { randomBytes } from 'node:crypto';
import type { Account } from '#contract/auth.ts';
import type { Dumpster } from '#contract/inventory.ts';
import type { NewSite } from '#contract/sites.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import type { NewTruck } from '#contract/trucks.ts';
import type { Administrator } from '../local/administrator.ts';
import type { Staff } from './firm/staff-session.ts';

const WEEKDAY = { opens: '07:00', closes: '16:00' };
const SATURDAY = { opens: '07:30', closes: '12:00' };

const TRUCKS: readonly NewTruck[] = [
  { name: 'Truck 1', plate: 'HLR 4821', capacity: 1, isInService: true, inspectionItems: [] },
  { name: 'Truck 2', plate: 'HLR 4822', capacity: 1, isInService: true, inspectionItems: [] },
];

const HOURS = [null, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, SATURDAY];
/** In the words of the catalogs. */
const ACCEPTED = ['Mixed household and construction debris', 'Concrete, brick and dirt', 'Yard waste'];

/** A yard and a landfill near the customers: those of the firm live near Albany, those of the small business near Lancaster. */
const SITES: Readonly<Record<'NY' | 'PA', readonly NewSite[]>> = {
  NY: [
    yard('220 Green Street, Albany, NY 12202', [42.6392, -73.7545]),
    landfill('Rapp Road Landfill', '525 Rapp Road, Albany, NY 12205', [42.7086, -73.8531]),
  ],
  PA: [
    yard('640 Harrisburg Avenue, Lancaster, PA 17603', [40.0487, -76.3202]),
    landfill('Creek Road Landfill', '1895 Creek Road, Conestoga, PA 17516', [39.9487, -76.3671]),
  ],
};

/** Their phone numbers do not exist. */
const DRIVERS = [
  { username: 'driver1', firstName: 'Ray', lastName: 'Dorsey', phone: '(518) 555-0161' },
  { username: 'driver2', firstName: 'Nora', lastName: 'Kessler', phone: '(518) 555-0162' },
] as const;

export type DemoDriver = Administrator;

/** Adds the trucks, the sites and the drivers of a business, as its owner does. Returns the sign-ins of the drivers. */
export async function setUpDispatch(staff: Staff, state: 'NY' | 'PA'): Promise<DemoDriver[]> {
  for (const truck of TRUCKS) await staff.send('POST', 'admin/trucks', truck);
  for (const site of SITES[state]) await staff.send('POST', 'admin/sites', site);
  const drivers: DemoDriver[] = [];
  for (const driver of DRIVERS) {
    const password = randomBytes(12).toString('base64url');
    const { id } = await staff.post<Account>('admin/users', {
      ...driver,
      email: `${driver.username}@example.com`,
      role: 'driver',
      password,
    });
    drivers.push({ id, username: driver.username, password });
  }
  return drivers;
}

function yard(address: string, [lat, lng]: [lat: number, lng: number]): NewSite {
  return { kind: 'yard', name: 'Main yard', address, lat, lng, hours: null, acceptedWaste: null };
}

function landfill(name: string, address: string, [lat, lng]: [lat: number, lng: number]): NewSite {
  return { kind: 'disposal', name, address, lat, lng, hours: HOURS, acceptedWaste: ACCEPTED };
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
