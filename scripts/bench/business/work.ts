import { computeJobStatus, listTruckMoves, type SiteStatus } from '#domain/jobs/jobs.ts';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import { addDays, type Day } from '#domain/shared/days.ts';
import type { Row } from './records.ts';
import type { Rental } from './rentals.ts';

/** Rows beside a booking that the work of a day is read from. */
export type WorkRecords = { siteStatus: SiteStatus; jobs: Row[]; attention: Row[]; dumpTickets: Row[] };

/** Of the rentals that ended in the last days, some are still at the customer. */
const OVERDUE_DAYS = 5;
const OVERDUE_SHARE = 0.03;
const MISMATCH_SHARE = 0.001;
const TICKET_SHARE = 0.5;

/** Whether the rental should have ended and has not. `chance`: from 0 to 1. */
export function isKept(today: Day, { endDate }: Rental, chance: number): boolean {
  return endDate < today && endDate >= addDays(today, -OVERDUE_DAYS) && chance < OVERDUE_SHARE;
}

type Booked = { rental: Rental; id: number; status: BookingStatus; isOverdue: boolean; hasUnit: boolean };

/** The jobs of a rental, done up to yesterday as by drivers, what staff must look at, and its dump ticket. */
export function makeWorkRecords(booked: Booked, today: Day, random: () => number): WorkRecords {
  const { rental, id, status, isOverdue, hasUnit } = booked;
  const jobs = listTruckMoves({ deliveryDate: rental.deliveryDate, pickupDay: rental.endDate }).map(
    ({ type, dueDay }): Row => {
      const isKeptBack = isOverdue && type === 'final_pickup';
      return {
        booking_id: id,
        type,
        due_day: dueDay,
        status: isKeptBack ? 'open' : computeJobStatus(status, dueDay, today),
        created_at: rental.madeAtMs,
      };
    },
  );
  const isDone = (type: string) => jobs.some((job) => job.type === type && job.status === 'done');
  const delivered = isDone('delivery') ? 'on_site' : 'not_delivered';
  return {
    siteStatus: isDone('final_pickup') ? 'picked_up' : delivered,
    jobs,
    attention: reasonsOf({ hasUnit, isOver: status === 'cancelled' || status === 'completed' }, random).map(
      (reason) => ({ booking_id: id, reason, created_at: rental.madeAtMs }),
    ),
    dumpTickets: status === 'completed' && random() < TICKET_SHARE ? [ticketOf(booked, random)] : [],
  };
}

function reasonsOf({ hasUnit, isOver }: { hasUnit: boolean; isOver: boolean }, random: () => number) {
  const mismatch = random() < MISMATCH_SHARE ? ['payment_mismatch'] : [];
  return hasUnit || isOver ? mismatch : [...mismatch, 'no_unit'];
}

function ticketOf({ rental, id }: Booked, random: () => number): Row {
  return {
    booking_id: id,
    weight: 1000 + Math.floor(random() * 7000),
    dump_location: 'County landfill',
    dump_date: rental.endDate,
    fee_amount: 6500 + Math.floor(random() * 20_000),
    created_at: Date.parse(`${rental.endDate}T18:00:00Z`),
    ticket_number: `T-${700_000 + id}`,
  };
}
