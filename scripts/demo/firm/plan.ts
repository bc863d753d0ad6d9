import { addDays, type Day, weekdayOf } from '#domain/shared/days.ts';
import { pick, randomNumbers } from '#domain/shared/random.ts';
import { type Customer, NOTES, RENTALS, SIZES } from '../customers.ts';
import type { Order } from '../past.ts';
import { FIRM_CARD, MAX_MOVES } from './card.ts';
import { CITY_CUSTOMERS, FIRM_CUSTOMERS } from './customers.ts';

/** When customers book and staff work, in days before today. */
export const MOMENTS = [63, 56, 49, 42, 35, 28, 21, 14, 10, 8, 6, 5, 4, 3, 2, 1, 0];
const SEED = 12_208;

/** What becomes of a booking, apart from what its days make of it. */
type Story = {
  /** Cancelled by the customer; the deposit is refunded. */
  isCancelled: boolean;
  /** Staff have seen it. */
  isConfirmed: boolean;
  /** The number of its street permit, once the city has given it. */
  permit: string | null;
  /** Pounds of the load over those that are included. */
  extraWeight: number;
  /** A charge item that was in the load. */
  item: string | null;
  /** The dumpster is still at the customer. */
  isOverdue?: true;
  /** The balance is charged to the saved card when the dumpster is back. */
  isCharged: boolean;
};

export type FirmBooking = { madeDaysAgo: number; order: Order; story: Story };

const STORY: Story = {
  isCancelled: false,
  isConfirmed: true,
  permit: null,
  extraWeight: -900,
  item: null,
  isCharged: true,
};

/** A day on which nothing is delivered, about two weeks ahead: always a Wednesday. */
export function closedDay(today: Day): Day {
  const from = addDays(today, 10);
  return addDays(from, (3 - weekdayOf(from) + 7) % 7);
}

function isWorkday(day: Day, today: Day): boolean {
  return FIRM_CARD.calendar.deliveryWeekdays.includes(weekdayOf(day)) && day !== closedDay(today);
}

/** The day or the next one on which trucks drive. */
export function workdayFrom(day: Day, today: Day): Day {
  return isWorkday(day, today) ? day : workdayFrom(addDays(day, 1), today);
}

/** A day whose truck moves are all taken. It is the first one that can be ordered at every hour of today. */
export function fullDay(today: Day): Day {
  return workdayFrom(addDays(today, 2), today);
}

/** Two months of a firm before `today`, by moment; always the same for a weekday, apart from the dates. */
export function planFirm(today: Day): FirmBooking[] {
  const random = randomNumbers(SEED);
  const plan = [
    ...pastOf(today, random),
    ...permitsOf(today),
    overdueRental(today, random),
    ...newOrders(today, random),
    ...dayOfWork(today, { today, moves: MAX_MOVES - 2, random }),
    ...dayOfWork(fullDay(today), { today, moves: MAX_MOVES, random }),
  ];
  return plan.toSorted((a, b) => b.madeDaysAgo - a.madeDaysAgo);
}

/** Two or three bookings of each moment until last week. */
function pastOf(today: Day, random: () => number): FirmBooking[] {
  return MOMENTS.filter((age) => age > 5).flatMap((madeDaysAgo, moment) =>
    Array.from({ length: 2 + (moment % 2) }, (_, index) => {
      const lead = 2 + Math.floor(random() * 5);
      return {
        madeDaysAgo,
        order: { ...rental(random), deliveryDate: workdayFrom(addDays(today, lead - madeDaysAgo), today) },
        story: {
          ...STORY,
          isCancelled: moment % 4 === 1 && index === 0,
          extraWeight: pick(EXTRA_POUNDS, random),
          item: moment % 3 === 0 ? 'mattress' : null,
          isCharged: random() < 0.8,
        },
      };
    }),
  );
}

const EXTRA_POUNDS = [-1400, -900, -300, 240, 1100, 1940];

/** Orders that staff have not looked at yet. */
function newOrders(today: Day, random: () => number): FirmBooking[] {
  return [2, 1, 1].map((madeDaysAgo, index) => ({
    madeDaysAgo,
    order: { ...rental(random), deliveryDate: workdayFrom(addDays(today, 5 + 2 * index), today) },
    story: { ...STORY, isConfirmed: false },
  }));
}

/** Two dumpsters on a street of the city: one has its permit, the other one waits for it. */
function permitsOf(today: Day): FirmBooking[] {
  const onStreet = {
    rentalType: '7-day',
    dumpsterType: '20-yard',
    material: 'mixed',
    placementType: 'street' as const,
    notes: 'In front of the house, on the side of the even numbers.',
  };
  return [
    { madeDaysAgo: 8, startsIn: 4, permit: 'ALB-26-0417' },
    { madeDaysAgo: 4, startsIn: 9, permit: null },
  ].map(({ madeDaysAgo, startsIn, permit }, index) => ({
    madeDaysAgo,
    order: {
      ...onStreet,
      customer: CITY_CUSTOMERS[index] as Customer,
      deliveryDate: workdayFrom(addDays(today, startsIn), today),
    },
    story: { ...STORY, permit },
  }));
}

/** A rental whose pickup was planned for some days ago, and whose dumpster is still at the customer. */
function overdueRental(today: Day, random: () => number): FirmBooking {
  return {
    madeDaysAgo: 14,
    order: {
      ...rental(random),
      rentalType: '7-day',
      deliveryDate: workdayFrom(addDays(today, -11), today),
    },
    story: { ...STORY, isOverdue: true },
  };
}

type WorkDay = { today: Day; moves: number; random: () => number };

/**
 * Bookings that make a number of truck moves on one day, which is today or soon: pickups of rentals that began on a
 * workday, then deliveries. The Worker refuses what is too much when other bookings have moves on the day, too.
 */
function dayOfWork(day: Day, { today, moves, random }: WorkDay): FirmBooking[] {
  if (!isWorkday(day, today)) return [];
  const pickups = [
    { rentalType: '7-day', deliveryDate: addDays(day, -6), madeDaysAgo: 10 },
    { rentalType: '30-day', deliveryDate: addDays(day, -29), madeDaysAgo: 35 },
  ].filter(({ deliveryDate }) => isWorkday(deliveryDate, today));
  return Array.from({ length: moves }, (_, index) => {
    const isNew = index % 3 === 2;
    const delivery = { rentalType: '7-day', deliveryDate: day, madeDaysAgo: isNew ? 2 : 5 };
    const { madeDaysAgo, ...days } = pickups[index] ?? delivery;
    return { madeDaysAgo, order: { ...rental(random), ...days }, story: { ...STORY, isConfirmed: !isNew } };
  });
}

function rental(random: () => number) {
  const isHeavy = random() < 0.15;
  return {
    customer: pick(FIRM_CUSTOMERS, random),
    rentalType: pick(RENTALS, random),
    dumpsterType: isHeavy ? '10-yard' : pick(SIZES, random),
    material: isHeavy ? 'concrete' : 'mixed',
    notes: pick(NOTES, random),
  };
}
