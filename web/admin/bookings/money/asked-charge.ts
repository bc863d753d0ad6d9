import { type BookingPayments, processRemainingPayment } from '#contract/payments.ts';
import { formatUsd } from '#domain/money.ts';
import { readPrice } from '#web/admin/bookings/price.ts';

type Read = { amount: number; mistake?: never } | { amount?: never; mistake: string };

/** Reads what was typed as an amount to charge; the limits are the contract's and the balance. */
export function readCharge(
  typed: string,
  { remaining, chargeableWithoutPassword }: BookingPayments,
  mayExceed: boolean,
): Read {
  const { cents, mistake } = readPrice(typed);
  if (cents === undefined) return { mistake };
  const { error } = processRemainingPayment.body.safeParse({ bookingId: 1, chargeAmount: cents });
  const [issue] = error?.issues ?? [];
  if (issue) return { mistake: issue.message };
  if (cents > remaining) return { mistake: `Only ${formatUsd(remaining)} is due` };
  if (cents > chargeableWithoutPassword && !mayExceed) {
    const rest = chargeableWithoutPassword > 0 ? formatUsd(chargeableWithoutPassword) : 'nothing';
    return { mistake: `You can charge ${rest} here. Above that, ask a super administrator.` };
  }
  return { amount: cents };
}
