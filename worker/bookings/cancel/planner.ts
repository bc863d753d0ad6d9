import type { ChangeFacts } from '#contract/booking-changes.ts';
import { can } from '#domain/accounts/access.ts';
import { expectedTotalOf } from '#domain/catalog/quote.ts';
import { proposeRefund, type RefundProposal } from '#domain/money/cancellation.ts';
import { isRecordedId } from '#domain/money/recorded.ts';
import type { RefundWay } from '#domain/money/refund-ways.ts';
import { allocateRefund } from '#domain/money/refunds.ts';
import type { ChangeReason } from '#domain/rental/changes/change-types.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import type { ChangeInput, ChangePlan, Planner } from '#worker/bookings/changes/plan.ts';
import { labelRental } from '#worker/catalog/labels.ts';
import { findUnitState } from '#worker/fleet/units/booking-days-repo.ts';
import { findOpenLink } from '#worker/money/charges/repo.ts';
import { findLive } from '#worker/money/operations/repo.ts';
import { refundablePayments } from '#worker/money/refunds/service.ts';
import { readCurrentQuote } from '#worker/rental/current-quote.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { getBooking } from '#worker/rental/service.ts';
import { earlyPickupDay, listPickupWarnings, reasonNotCancellable } from './days.ts';
import { cancelBooking } from './service.ts';

type Plan = ChangePlan & { cancellation: NonNullable<ChangePlan['cancellation']> };

/** Cancels a booking with the refund that its policy proposes, or with another one and a reason. */
export const cancelPlanner: Planner<'cancel', Plan> = {
  async plan(ctx, actor, { record, input }) {
    const pickupDay = earlyPickupDay(ctx, record);
    const money = await planRefund(ctx, actor, { record, input, isDelivered: pickupDay !== null });
    const { proposal, refundAmount } = money;
    assertMayRefund(actor, refundAmount);
    const needsReason = refundAmount !== proposal.amount;
    if (!input.preview && needsReason && !input.reason) throw reasonMissing(proposal);
    const reasons = await listReasons(ctx, record, money);
    const link = await findOpenLink(ctx.db, record.id);
    const before = await readCancelFacts(ctx, record);
    return {
      allowed: reasons.length === 0,
      reasons,
      before,
      after: { ...before, status: 'cancelled', unit: pickupDay === null ? null : before.unit },
      lines: [],
      difference: 0,
      refundable: proposal.amount,
      warnings: pickupDay === null ? [] : await listPickupWarnings(ctx, record.id, pickupDay),
      rateCard: null,
      movedBooking: null,
      endsPayLink: link && { amount: link.amount },
      willNotify: input.notifyCustomer && record.email !== null,
      cancellation: {
        proposed: proposal.amount,
        proposalText: proposal.text,
        refundAmount,
        needsReason,
        maximum: money.maximum,
        paidOutByStaff: money.paidOutByStaff,
        ways: money.ways,
        pickupDay,
      },
    };
  },

  async apply(ctx, actor, { record, input, plan }) {
    const { refundAmount, proposed } = plan.cancellation;
    const { notifyCustomer } = input;
    const { status, endedPayLink, refunds } = await cancelBooking(ctx, actor, {
      record,
      refundAmount,
      proposed,
      notifyCustomer,
      reason: input.reason || null,
      paidOut: input.paidOut ?? null,
    });
    return {
      record: await getBooking(ctx, record.id),
      endedPayLink,
      movedBooking: null,
      notified: plan.willNotify,
      refunds,
      isPending: status === 'unknown',
    };
  },
};

type RefundPlan = {
  proposal: RefundProposal;
  refundAmount: number;
  maximum: number;
  /** What was paid and not refunded, payments under dispute included. */
  kept: number;
  paidOutByStaff: number;
  ways: RefundWay[];
};

/** Without an amount, what the policy proposes; nothing for a user who may not refund. */
async function planRefund(
  ctx: Context,
  { role }: Actor,
  {
    record,
    input,
    isDelivered,
  }: { record: BookingRecord; input: ChangeInput<'cancel'>; isDelivered: boolean },
): Promise<RefundPlan> {
  const payments = await refundablePayments(ctx, record.id);
  const sum = (of: typeof payments) => of.reduce((total, { refundable }) => total + refundable, 0);
  const maximum = sum(payments.filter(({ isDisputed }) => !isDisputed));
  const proposal = proposeRefund({
    policy: record.cancellationPolicy,
    deliveryDate: record.deliveryDate,
    isDelivered,
    depositAmount: record.depositAmount,
    kept: sum(payments),
    refundable: maximum,
    nowMs: ctx.now(),
    timeZone: ctx.settings.timeZone,
  });
  const refundAmount = input.refundAmount ?? (can(role, 'payments:refund') ? proposal.amount : 0);
  const shares = allocateRefund(payments, refundAmount) ?? [];
  const outside = shares.filter(({ paymentId }) => isRecordedId(paymentId));
  const paidOutByStaff = outside.reduce((total, { amount }) => total + amount, 0);
  const ways = shares.map(({ paymentId, amount }) => {
    const { paymentMethod = null, last4 = null } = payments.find(({ id }) => id === paymentId) ?? {};
    return { amount, paymentMethod, last4 };
  });
  return { proposal, refundAmount, maximum, kept: sum(payments), paidOutByStaff, ways };
}

function assertMayRefund({ role }: Actor, refundAmount: number) {
  if (refundAmount === 0 || can(role, 'payments:refund')) return;
  throw new AppError('forbidden', 'You may cancel a booking, but not refund it. Set the refund to $0.00.');
}

function reasonMissing({ amount }: RefundProposal): AppError {
  const message = 'Enter a reason for a refund that differs from the agreed policy.';
  return new AppError('invalid', message, {
    issues: [{ path: 'reason', message }],
    body: { proposed: amount },
  });
}

async function listReasons(
  ctx: Context,
  record: BookingRecord,
  { refundAmount, maximum, kept }: RefundPlan,
): Promise<ChangeReason[]> {
  const reason = (code: ChangeReason['code'], message: string) => ({ code, message, offers: [] });
  const over = reasonNotCancellable(record);
  if (over !== null) return [reason('over', over)];
  const { id } = record;
  const reasons: ChangeReason[] = [];
  const live = await findLive(ctx.db, id);
  if (live) reasons.push(reason('busy', BUSY_TEXTS[live.kind]));
  if (refundAmount > maximum) reasons.push(reason('refund_too_high', refundAmount > kept ? ABOVE : DISPUTED));
  return reasons;
}

const BUSY_TEXTS = {
  charge: 'A charge of this booking is still in progress. Wait until it has finished.',
  refund: 'A refund of this booking is still in progress. Wait until it has finished.',
  cancel: 'This booking is being cancelled already.',
} as const;
const ABOVE = 'Refund amount cannot exceed the original payment amount.';
const DISPUTED =
  'A payment of this booking is under dispute: its money is with the bank and cannot be refunded.';

async function readCancelFacts(ctx: Context, record: BookingRecord): Promise<ChangeFacts> {
  const { deliveryDate, endDate, pickupDay, rentalType, dumpsterType, dumpsterId, status } = record;
  const { rentalTitle, sizeName } = await labelRental(ctx, record);
  const unit = dumpsterId === null ? null : await findUnitState(ctx.db, dumpsterId);
  return {
    deliveryDate,
    endDate,
    pickupDay,
    rentalType,
    rentalTitle,
    dumpsterType,
    sizeName,
    status,
    unit: dumpsterId === null || !unit ? null : { id: dumpsterId, number: unit.dumpsterNumber },
    total: record.finalPrice ?? expectedTotalOf(await readCurrentQuote(ctx, record)),
  };
}
