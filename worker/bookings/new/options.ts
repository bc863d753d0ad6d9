import type { QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { listBookingOptions } from '#contract/new-booking.ts';
import { withAgreedPrice } from '#domain/catalog/agreed-price.ts';
import {
  findRate,
  offeredMaterials,
  offeredRentalOptions,
  offeredSizes,
  parseMaterial,
  type RateKey,
} from '#domain/catalog/entries.ts';
import { type Quote, quote } from '#domain/catalog/quote.ts';
import { quoteHash } from '#domain/catalog/quote-hash.ts';
import type { RentalPeriod } from '#domain/catalog/rate-card.ts';
import { isWorkingDay, lastRentalDay } from '#domain/catalog/rental-days.ts';
import type { TaxPlace } from '#domain/catalog/tax.ts';
import { findZone, isServed } from '#domain/catalog/zones.ts';
import { listTruckMoves } from '#domain/jobs/jobs.ts';
import {
  type BookingRules,
  computePickupFromStart,
  countFreeUnits,
  firstFreeDay,
  lastDeliveryDay,
} from '#domain/rental/availability.ts';
import { calendarWarnings } from '#domain/rental/calendar-warnings.ts';
import { DEFAULT_DUMPSTER_TYPE } from '#domain/rental/rental.ts';
import { addDays, type Day, daysBetween, isoInstant } from '#domain/shared/days.ts';
import { statesOfZip } from '#domain/shared/zip-states.ts';
import type { Context } from '#worker/base/context.ts';
import { getPublishedCard, type PublishedRateCard } from '#worker/catalog/rate-cards.ts';
import { listCitiesOfZip } from '#worker/catalog/zip-cities-repo.ts';
import { readAvailability } from '#worker/fleet/availability/availability.ts';
import { listUnitsFreeOn } from '#worker/fleet/units/free-units-repo.ts';
import { unservedZipText } from '#worker/rental/detail-checks.ts';

type Query = QueryOf<typeof listBookingOptions>;
type Options = ReplyOf<typeof listBookingOptions>;

const MAX_UNITS = 50;

/** What staff can choose for a delivery day: prices at the address, free units, and the calendar rules that it breaks. */
export async function bookingOptions(ctx: Context, query: Query): Promise<Options> {
  const published = await getPublishedCard(ctx);
  const { card } = published;
  const rentals = offeredRentalOptions(card);
  const materials = offeredMaterials(card);
  const asked = query.material === undefined ? null : parseMaterial(card, query.material);
  const material = (materials.find(({ id }) => id === asked) ?? materials[0])?.id ?? null;
  const sizes = offeredSizes(card, material === null ? {} : { material });
  const [{ deliveryDate, rules, unitsOf }, place] = await Promise.all([
    readDay(ctx, query, rentals),
    readOptionPlace(ctx, published, query),
  ]);
  const freeOf = (option: RentalPeriod, size: string) => {
    const { pickupDay } = computeOptionDays(option, deliveryDate, rules);
    return countFreeUnits(unitsOf(size), deliveryDate, daysBetween(deliveryDate, pickupDay) + 1);
  };
  return {
    today: rules.today,
    now: isoInstant(ctx.now()),
    lastDay: lastDeliveryDay(rules.today, card.calendar.horizonDays),
    deliveryDate,
    rentals: rentals.map((option) => rentalOn(option, deliveryDate, rules)),
    sizes: sizes.map(({ id, name }) => ({ id, name })),
    materials: materials.map(({ id, name }) => ({ id, name })),
    material,
    offers: await Promise.all(
      rentals.flatMap((option) =>
        sizes.map(async ({ id }) => ({
          rentalType: option.id,
          dumpsterType: id,
          free: freeOf(option, id),
          price: await computeOptionPrice(published, query, {
            rentalOption: option.id,
            dumpsterSize: id,
            material: material ?? '',
          }),
        })),
      ),
    ),
    agreed: computeAgreedQuote(published, query, material),
    place,
    units: await listUnits(ctx, published, { query, deliveryDate, rules }),
  };
}

/** The chosen day, else the first day on which an order is possible, with its rules and the occupied units. */
async function readDay(ctx: Context, query: Query, rentals: readonly RentalPeriod[]) {
  const [longest] = rentals.toSorted((a, b) => b.days - a.days);
  const place = { zip: query.zip, placementType: query.placementType, rentalType: longest?.id };
  const read = (day: Day) => readAvailability(ctx, { ...place, from: day, to: day });
  if (query.deliveryDate !== undefined) {
    return { ...(await read(query.deliveryDate)), deliveryDate: query.deliveryDate };
  }
  const today = ctx.today();
  const all = await readAvailability(ctx, { ...place, from: today });
  const first = firstPossibleDay(all, query, rentals) ?? firstWorkingDay(all.rules);
  return { ...all, deliveryDate: first };
}

/** For the size and rental that the screen proposes (DEFAULT_DUMPSTER_TYPE), unless others are chosen. */
function firstPossibleDay(
  { rules, unitsOf }: Awaited<ReturnType<typeof readAvailability>>,
  { rentalType, dumpsterType = DEFAULT_DUMPSTER_TYPE }: Query,
  rentals: readonly RentalPeriod[],
): Day | null {
  const rental = rentals.find(({ id }) => id === rentalType) ?? rentals[Math.floor(rentals.length / 2)];
  if (!rental) return null;
  const ofSize = unitsOf(dumpsterType);
  const units = ofSize.length > 0 ? ofSize : unitsOf(null);
  const range = { from: rules.firstDay, to: lastDeliveryDay(rules.today, rules.calendar.rules.horizonDays) };
  return firstFreeDay(units, range, { ...rules, days: rental.days });
}

function firstWorkingDay({ firstDay, today, calendar }: BookingRules): Day {
  const last = lastDeliveryDay(today, calendar.rules.horizonDays);
  let day = firstDay;
  while (day < last && !isWorkingDay(calendar.rules, calendar.closedDays, day)) day = addDays(day, 1);
  return day <= last ? day : today;
}

function computeOptionDays(option: RentalPeriod, deliveryDate: Day, { calendar }: BookingRules) {
  const endDate = lastRentalDay(option, deliveryDate);
  return { endDate, pickupDay: computePickupFromStart(deliveryDate, { days: option.days, calendar }) };
}

function rentalOn(option: RentalPeriod, deliveryDate: Day, rules: BookingRules): Options['rentals'][number] {
  const days = computeOptionDays(option, deliveryDate, rules);
  const moves = listTruckMoves({ deliveryDate, pickupDay: days.pickupDay });
  const { id, title, label } = option;
  return { id, title, label, ...days, warnings: calendarWarnings(moves, rules) };
}

/** Before the address is known, the price has no surcharge and no tax. */
function quoteAt({ card, zoneZips }: PublishedRateCard, query: Query, key: RateKey): Quote | null {
  const rate = findRate(card, key);
  if (!rate) return null;
  const { zip = '', placementType = 'private' } = query;
  const zone = zip ? findZone(zoneZips, zip) : null;
  return quote(card, { ...rate, zone, ...placeOfTax(query), placementType, extraDays: 0, items: [] });
}

function placeOfTax({ zip = '', state }: Query): TaxPlace {
  return { zip, state: state ?? statesOfZip(zip)[0] ?? '' };
}

async function computeOptionPrice(published: PublishedRateCard, query: Query, key: RateKey) {
  const price = quoteAt(published, query, key);
  return price && { ...price, quoteHash: await quoteHash(published.id, price) };
}

function computeAgreedQuote(
  published: PublishedRateCard,
  query: Query,
  material: string | null,
): Quote | null {
  const { rentalType = '', dumpsterType = '', agreedPrice } = query;
  if (agreedPrice === undefined || material === null) return null;
  const listed = quoteAt(published, query, {
    rentalOption: rentalType,
    dumpsterSize: dumpsterType,
    material,
  });
  const { taxRules } = published.card;
  return listed && withAgreedPrice(listed, { amount: agreedPrice, taxRules, place: placeOfTax(query) });
}

async function readOptionPlace(
  ctx: Context,
  { card, zoneZips }: PublishedRateCard,
  { zip }: Query,
): Promise<Options['place']> {
  if (zip === undefined) return null;
  const names = { cities: await listCitiesOfZip(ctx.db, zip), states: [...statesOfZip(zip)] };
  const zone = findZone(zoneZips, zip);
  const name = card.area.zones.find(({ id }) => id === zone)?.name ?? null;
  return isServed(card.area, zone)
    ? { ...names, isServed: true, zoneName: name, message: null }
    : { ...names, isServed: false, zoneName: null, message: unservedZipText(zip) };
}

async function listUnits(
  ctx: Context,
  { card }: PublishedRateCard,
  { query, deliveryDate, rules }: { query: Query; deliveryDate: Day; rules: BookingRules },
): Promise<Options['units']> {
  const { rentalType, dumpsterType } = query;
  const option = card.rentalOptions.find(({ id }) => id === rentalType);
  if (!option || dumpsterType === undefined) return [];
  const { pickupDay } = computeOptionDays(option, deliveryDate, rules);
  const days = { dumpsterType, start: deliveryDate, end: pickupDay };
  const units = await listUnitsFreeOn(ctx.db, days, MAX_UNITS);
  const nameOf = (size: string) => card.dumpsterSizes.find(({ id }) => id === size)?.name ?? size;
  return units.map(({ id, dumpsterNumber, dumpsterType: size }) => ({
    id,
    dumpsterNumber,
    dumpsterType: size,
    sizeName: nameOf(size),
  }));
}
