import type { RateCard } from '#domain/catalog/rate-card.ts';
import { isWithinHorizon } from '#domain/rental/availability.ts';
import type { Day } from '#domain/shared/days.ts';
import { AppError, type Issue } from '#domain/shared/errors.ts';
import { US_STATES, type UsState } from '#domain/shared/us-states.ts';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import type { Context } from '#worker/base/context.ts';
import { phoneRefusal } from '#worker/base/platform/phone-numbers.ts';
import type { PricedRental } from '#worker/catalog/rental-price.ts';
import { declineZip } from '#worker/catalog/service-area.ts';

/*
 * What the schema of a new booking cannot check, the same for customers and staff. Each issue names the field of the
 * booking.
 */

/** A day that cannot be booked, and an impossible phone number. */
export function detailIssues(
  ctx: Context,
  { deliveryDate, phone }: { deliveryDate: Day; phone: string },
  { calendar }: Pick<RateCard, 'calendar'>,
): Issue[] {
  const refusals = {
    deliveryDate: dayRefusal(deliveryDate, ctx.today(), calendar.horizonDays),
    phone: phoneRefusal(phone),
  };
  return Object.entries(refusals).flatMap(([path, message]) => (message ? [{ path, message }] : []));
}

function dayRefusal(day: Day, today: Day, horizonDays: number): string | null {
  if (isWithinHorizon(day, today, horizonDays)) return null;
  return day < today
    ? 'Delivery date cannot be in the past'
    : `Delivery date must be within the next ${horizonDays} days`;
}

type Place = { details: { zip: string }; price: Pick<PricedRental, 'isServed' | 'stateOfZip'> };

/**
 * A ZIP code that is not served, which is counted, or one in a state with another tax than the given state. Null: the
 * rental can be delivered there for its price. The message is for the customer.
 */
export async function findPlaceIssue(ctx: Context, { details, price }: Place): Promise<Issue | null> {
  if (!price.isServed) return { path: 'zip', message: await declineZip(ctx, details.zip) };
  if (!price.stateOfZip) return null;
  const { phone } = await getBusinessProfile(ctx);
  // A few rural ZIP codes lie in two states, so a correct address must not end here.
  const message = `${stateText(details.zip, price.stateOfZip)} If both are right, please call us at ${phone}.`;
  return { path: 'state', message };
}

/** As findPlaceIssue, for staff who speak with the customer: they may deliver outside of the service area. */
export function findPlaceIssueForStaff({ details, price }: Place): Issue | null {
  return price.stateOfZip ? { path: 'state', message: stateText(details.zip, price.stateOfZip) } : null;
}

export function unservedZipText(zip: string): string {
  return `ZIP code ${zip.slice(0, 5)} is outside of the service area`;
}

function stateText(zip: string, stateOfZip: UsState): string {
  const name = US_STATES.find(({ code }) => code === stateOfZip)?.name;
  return `ZIP code ${zip.slice(0, 5)} is in ${name}. Please choose this state, or correct the ZIP code.`;
}

/** The error of a call with invalid fields; its message is that of the first. */
export function invalidFields(issues: Issue[]): AppError {
  return new AppError('invalid', issues[0]?.message ?? 'Some fields are not valid.', { issues });
}
