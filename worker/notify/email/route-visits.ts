import type { TimeSpan } from '#domain/dispatch/route-times.ts';
import { JOB_LABELS, type JobType } from '#domain/jobs/jobs.ts';
import { type Day, dayAt, formatTime, formatWeekday } from '#domain/shared/days.ts';
import { type Business, renderEmail } from './layout.ts';
import { type EmailBooking, placeOf, questions, rentalFacts } from './rental.ts';

type EmailInput = { booking: EmailBooking; business: Business };

/** What the driver comes for, after 'on the way to'. */
const VISIT_PURPOSES: Readonly<Record<JobType, string>> = {
  delivery: 'deliver your dumpster',
  exchange: 'exchange your dumpster',
  dump_and_return: 'empty your dumpster',
  relocation: 'move your dumpster',
  relocate_on_site: 'move your dumpster',
  live_load: 'load with you',
  final_pickup: 'pick up your dumpster',
};

/** A visit as a noun, after 'your': the words that texts use, too. */
const visitName = (job: JobType) => JOB_LABELS[job].toLowerCase();

/** What the customer should do before the driver comes. */
function preparation(job: JobType): string {
  if (job === 'delivery' || job === 'live_load')
    return 'Please keep the spot clear, and leave room for the truck to reach it.';
  return 'Please keep the way to the dumpster clear for our truck, with nothing above its rim.';
}

/** `about`: '10:40 AM'. */
export function onTheWayEmail({
  booking,
  job,
  about,
  business,
}: EmailInput & { job: JobType; about: string }) {
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: our driver is on the way, about ${about}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      `Our driver is on the way to ${VISIT_PURPOSES[job]} and arrives at about ${about}.`,
      preparation(job),
    ],
    facts: [{ name: 'Address', value: placeOf(booking) }],
    closing: [questions(booking, business)],
    business,
  });
}

type ArrivalWindow = EmailInput & {
  job: JobType;
  day: Day;
  today: Day;
  window: TimeSpan;
  /** The window that this one replaces; null for the first one. */
  former: TimeSpan | null;
  timeZone: string;
};

/** Sent the evening before a visit, and when its time changes. */
export function arrivalWindowEmail({ booking, business, ...visit }: ArrivalWindow) {
  const { job, day, today, former, timeZone } = visit;
  const between = ({ fromMs, toMs }: TimeSpan) =>
    `between ${formatTime(fromMs, timeZone)} and ${formatTime(toMs, timeZone)}`;
  const when = `${day === today ? 'today' : 'tomorrow'}, ${formatWeekday(day)}, ${between(visit.window)}`;
  const name = visitName(job);
  const paragraphs = former
    ? [
        `The time of your ${name} has changed: our driver now arrives ${when}, not ${between(former)}. We are sorry for the change.`,
      ]
    : [`Our driver comes ${when}, to ${VISIT_PURPOSES[job]}.`];
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: ${former ? `new time for your ${name}` : `your ${name}`} on ${formatWeekday(day)}, ${between(visit.window)}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      ...paragraphs,
      `${preparation(job)} We send you another message when the driver is on the way.`,
    ],
    facts: rentalFacts(booking),
    closing: [`If this time does not suit you, call ${business.phone}.`, questions(booking, business)],
    business,
  });
}

/** Sent when staff carry a job over to another day. */
export function visitMovedEmail({ booking, job, day, business }: EmailInput & { job: JobType; day: Day }) {
  const name = visitName(job);
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your ${name} moves to ${formatWeekday(day)}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      `We could not make your ${name} as planned. Our driver now comes on ${formatWeekday(day)}, to ${VISIT_PURPOSES[job]}. We are sorry for the delay.`,
      preparation(job),
    ],
    facts: rentalFacts(booking),
    closing: [`If this day does not suit you, call ${business.phone}.`, questions(booking, business)],
    business,
  });
}

type UnitPlaced = EmailInput & {
  isExchange: boolean;
  units: { brought: string | null; takenAway: string | null };
  /** When the driver did it; null when only staff recorded it. */
  placedAtMs: number | null;
  photo: { contentId: string } | null;
  timeZone: string;
};

/** Sent when a delivery or an exchange is done. */
export function unitPlacedEmail(input: UnitPlaced) {
  const { booking, isExchange, units, placedAtMs, photo, timeZone, business } = input;
  const when = onMoment(placedAtMs, timeZone);
  const lead = isExchange ? `We exchanged your dumpster${when}.` : `Your dumpster was delivered${when}.`;
  const { endDate, pickupDay } = booking;
  const pickup = pickupDay === endDate ? '' : ` We pick the dumpster up on ${formatWeekday(pickupDay)}.`;
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your dumpster was ${isExchange ? 'exchanged' : 'delivered'}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      lead,
      `The last day of your rental is ${formatWeekday(endDate)}.${pickup}`,
      ...(photo ? ['The photo shows where our driver placed it.'] : []),
    ],
    photos: photo ? [{ contentId: photo.contentId, alt: 'Your dumpster where our driver placed it' }] : [],
    facts: [...unitFacts(units, isExchange), ...rentalFacts(booking)],
    closing: [
      'Please do not load it above its rim, and do not move it.',
      `If it is in the wrong place, call ${business.phone}.`,
      questions(booking, business),
    ],
    business,
  });
}

/** Sent when the final pickup is done. */
export function unitPickedUpEmail({
  booking,
  doneAtMs,
  timeZone,
  business,
}: EmailInput & { doneAtMs: number | null; timeZone: string }) {
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your dumpster was picked up`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      `Your dumpster was picked up${onMoment(doneAtMs, timeZone)}. Thank you for renting from us.`,
    ],
    facts: rentalFacts(booking),
    closing: [questions(booking, business)],
    business,
  });
}

const onMoment = (atMs: number | null, timeZone: string) =>
  atMs === null ? '' : ` on ${formatWeekday(dayAt(atMs, timeZone))} at ${formatTime(atMs, timeZone)}`;

function unitFacts({ brought, takenAway }: UnitPlaced['units'], isExchange: boolean) {
  return [
    ...(takenAway === null ? [] : [{ name: 'Taken away', value: `#${takenAway}` }]),
    ...(brought === null ? [] : [{ name: isExchange ? 'Brought' : 'Unit', value: `#${brought}` }]),
  ];
}
