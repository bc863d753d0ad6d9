import type { Account } from '#contract/auth.ts';
import type { BoardRoute } from '#contract/dispatch.ts';
import type { Job } from '#contract/jobs.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import type { Truck } from '#contract/trucks.ts';
import { addDays, type Day, dayAt } from '#domain/shared/days.ts';
import { cookieOf, type Desk, makeDesk, signIn } from './desk.ts';
import type { System } from './system.ts';

export const SIZE = '15-yard';
/** Units of this size leave the yard: those of the other one are there, so that routes read nothing more for theirs. */
export const USED_SIZE = '20-yard';
export const RENTAL = '7-day';
export const PASSWORD = 'prepared and a long passphrase';
/** Days from today. Each route of a call has a day of its own; the days of the bookings take turns. */
const FIRST_ROUTE_DAY = 10;
const FIRST_BOOKING_DAY = 60;
const BOOKING_DAYS = 200;

export type Driver = { id: number; desk: Desk };
export type Firm = Awaited<ReturnType<typeof makeFirm>>;
type Office = Awaited<ReturnType<typeof openOffice>>;

/** A firm with units, trucks, a yard, a landfill and two drivers, made by calls, and functions that make more. */
export async function makeFirm(system: System, { units }: { units: number }) {
  const office = await openOffice(system);
  const { owner } = office;
  for (let n = 1; n <= units; n += 1) {
    await owner.post('dumpsters', { dumpsterNumber: `P-${n}`, dumpsterType: SIZE });
    await owner.post('dumpsters', { dumpsterNumber: `U-${n}`, dumpsterType: USED_SIZE });
  }
  await owner.post('admin/sites', { kind: 'yard', name: 'Prepared yard', lat: 42.64, lng: -73.75 });
  await owner.post('admin/sites', { kind: 'disposal', name: 'Prepared landfill', lat: 42.7, lng: -73.85 });
  const addTruck = (name: string) => owner.post<Truck>('admin/trucks', { name, capacity: 4 });
  const trucks = [await addTruck('Prepared 1'), await addTruck('Prepared 2')];
  const bookings = makeBookings(office);
  const people = makePeople(office);
  const drivers = [await people.hire(), await people.hire()];
  return {
    ...office,
    ...bookings,
    ...people,
    trucks,
    drivers,
    ...makeRoutes(office, { bookings, trucks, drivers }),
  };
}

async function openOffice(system: System) {
  const owner = await signIn(system, system.admin.username, system.admin.password);
  const visitor = makeDesk(system, '');
  // The first reads of a new database store the profile of the business and its texts.
  for (const path of ['catalog', 'terms/terms/current', 'terms/privacy/current']) await visitor.get(path);
  const today = dayAt(Date.now(), 'America/New_York');
  let count = 0;
  /** A number that nothing else has. */
  const next = () => {
    count += 1;
    return count;
  };
  return { system, owner, visitor, today, inDays: (days: number) => addDays(today, days), next };
}

function makeBookings({ owner, visitor, today, inDays, next }: Office) {
  /** What a customer enters. Each is another person, because limits count by person. */
  const details = () => {
    const n = next();
    return {
      firstName: 'Ada',
      lastName: `Prepared${n}`,
      email: `prepared${n}@example.com`,
      phone: `518${4_000_000 + n}`,
      address: `${n} Quarry Road`,
      city: 'Albany',
      state: 'NY',
      zip: '12207',
      deliveryDate: inDays(FIRST_BOOKING_DAY + ((n * 8) % BOOKING_DAYS)),
      rentalType: RENTAL,
      dumpsterType: SIZE,
      notes: '',
    };
  };
  /** An order on the booking page. */
  const order = () => ({ bookingId: 'pending', bookingData: { ...details(), terms: true } });
  /** An order by phone. */
  const phoneOrder = (changes: object = {}) => ({
    ...details(),
    payment: { method: 'later' },
    termsNotRead: 'No time',
    override: ['too_soon'],
    ...changes,
  });
  const book = (changes: object = {}) => owner.post<Booking>('bookings', phoneOrder(changes));
  const readBooking = (id: number) => owner.get<Booking>(`bookings/${id}`);
  const getJob = async (bookingId: number, type = 'delivery') => {
    const jobs = await owner.get<Job[]>(`jobs?bookingId=${bookingId}`);
    const job = jobs.find((one) => one.type === type);
    if (!job) throw new Error(`Booking ${bookingId} has no ${type}`);
    return job;
  };
  /** A booking whose unit is at the customer since today. */
  const bookOnSite = async () => {
    const { id } = await book({ deliveryDate: today, dumpsterType: USED_SIZE });
    await owner.post(`jobs/${(await getJob(id)).id}/done`);
    return readBooking(id);
  };
  /** A booking whose unit came and went today. */
  const bookCollected = async () => {
    const { id } = await bookOnSite();
    await owner.post(`jobs/${(await getJob(id, 'final_pickup')).id}/done`);
    return readBooking(id);
  };
  /** A unit is held for a customer who is paying. */
  const holdUnit = () => visitor.post<{ clientSecret: string }>('create-payment-intent', order());
  const dayAfter = (day: string) => addDays(day as Day, 1);
  return { order, phoneOrder, book, readBooking, getJob, bookOnSite, bookCollected, holdUnit, dayAfter };
}

function makePeople({ system, owner, visitor, next }: Office) {
  const addAccount = (role: string) => {
    const username = `prepared-${next()}`;
    const person = { firstName: 'Pat', lastName: 'Prepared', phone: '(518) 555-0161' };
    const body = { ...person, username, email: `${username}@example.com`, password: PASSWORD, role };
    return owner.post<Account>('admin/users', body);
  };
  const createLink = async (userId: number) => {
    const { url } = await owner.post<{ url: string }>('driver/link', { userId });
    return url.split('=')[1] ?? '';
  };
  /** A new session on the phone of a driver. */
  const openPhone = async (userId: number) => {
    const body = { token: await createLink(userId) };
    return makeDesk(system, cookieOf(await visitor.request('POST', 'driver/session', { body })));
  };
  const hire = async (): Promise<Driver> => {
    const { id } = await addAccount('driver');
    return { id, desk: await openPhone(id) };
  };
  return { addAccount, createLink, openPhone, hire };
}

type Parts = {
  bookings: ReturnType<typeof makeBookings>;
  trucks: readonly Truck[];
  drivers: readonly Driver[];
};
/** `crew`: 0 or 1, its driver and truck. */
type RouteInput = { crew?: number; stops?: number; day?: Day };

function makeRoutes({ owner, inDays, next }: Office, { bookings, trucks, drivers }: Parts) {
  let days = 0;
  /** A booking whose address is known on the map, whether or not the queue has asked for it. */
  const bookPlaced = async (deliveryDate: Day) => {
    const { id } = await bookings.book({ deliveryDate });
    await owner.send('PUT', `dispatch/pins/${id}`, { body: { lat: 42.65 + next() / 10_000, lng: -73.75 } });
    return id;
  };
  /** Deliveries that are on no route, on a day of their own unless one is given. */
  const addJobs = async (count: number, givenDay?: Day) => {
    days += 1;
    const day = givenDay ?? inDays(FIRST_ROUTE_DAY + days);
    const jobs: Job[] = [];
    while (jobs.length < count) jobs.push(await bookings.getJob(await bookPlaced(day)));
    return { day, jobs };
  };
  /** A route with deliveries of its own, on a day of its own unless one is given. */
  const addRoute = async ({ crew = 0, stops = 1, ...given }: RouteInput = {}) => {
    const { day, jobs } = await addJobs(stops, given.day);
    const body = { day, driverId: drivers[crew]?.id, truckId: trucks[crew]?.id };
    const empty = await owner.post<BoardRoute>('dispatch/routes', body);
    if (stops === 0) return { day, route: empty, jobs };
    const sent = { body: { jobIds: jobs.map(({ id }) => id) }, version: empty.version };
    const path = `dispatch/routes/${empty.id}/stops`;
    const { route } = await owner.send<{ route: BoardRoute }>('PUT', path, sent);
    return { day, route, jobs };
  };
  const publish = ({ id, version }: BoardRoute) =>
    owner.post<BoardRoute>(`dispatch/routes/${id}/publish`, {}, version);
  return { addJobs, addRoute, publish };
}
