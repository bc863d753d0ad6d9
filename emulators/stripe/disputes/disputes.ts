import type Stripe from 'stripe';
import { invalidParam, refused } from '#emulators/stripe/http/errors.ts';
import type { FormValue } from '#emulators/stripe/http/form.ts';
import {
  boolean,
  type Complete,
  filledText,
  oneOf,
  type Rule,
  type Values,
} from '#emulators/stripe/http/params.ts';
import { listRoute, type Route, retrieveRoute, route } from '#emulators/stripe/http/route.ts';
import { changedMetadata, datedPage, expand, metadata, onlyExpand } from '#emulators/stripe/http/shapes.ts';
import { plainId } from '#emulators/stripe/ids.ts';
import { emit } from '#emulators/stripe/webhooks/events.ts';
import { getByPath, type World } from '#emulators/stripe/world.ts';
import {
  bookDispute,
  closeDispute,
  type DisputeStatus,
  ENDED,
  FEE,
  moveDispute,
} from './dispute-outcomes.ts';
import { NETWORK_REASONS, NO_EVIDENCE } from './evidence.ts';

const TEN_DAYS = 864_000;

/** The dispute that prevents a refund of the charge, if there is one; an inquiry does not prevent it. */
export function findOpenDispute(world: World, charge: string): Stripe.Dispute | null {
  const disputes = world.store.list('dispute', { where: { charge } });
  return disputes.find((dispute) => !dispute.is_charge_refundable) ?? null;
}

/** The input of the control call that opens a dispute. */
export interface DisputeInput {
  reason: string;
  /** Cents; a bank can dispute a part of the charge. */
  amount: number;
  status: DisputeStatus;
  /** Stripe leaves payment_intent out of some disputes: false. */
  withIntent?: boolean;
}

/**
 * The bank opens a dispute or, for the warning statuses, an inquiry. A dispute withdraws the money at once.
 * Any other status than the opening one is reached through the events that lead there.
 */
export function createDispute(world: World, charge: Stripe.Charge, input: DisputeInput): Stripe.Dispute {
  const isInquiry = input.status.startsWith('warning_');
  const dispute = world.store.save<Stripe.Dispute>({
    ...newDispute(world, charge, input),
    ...(isInquiry && { status: 'warning_needs_response' }),
  });
  world.store.save({ ...charge, disputed: true });
  const takesMoney = !isInquiry && input.status !== 'prevented';
  const opened = takesMoney ? withdraw(world, dispute) : dispute;
  emit(world, 'charge.dispute.created', [opened]);
  if (takesMoney) emit(world, 'charge.dispute.funds_withdrawn', [opened]);
  return opened.status === input.status ? opened : moveDispute(world, opened, input.status);
}

function withdraw(world: World, dispute: Stripe.Dispute): Stripe.Dispute {
  const booked = bookDispute(world, dispute, {
    amount: -dispute.amount,
    fee: FEE,
    description: `Chargeback withdrawal for ${dispute.charge}`,
  });
  return world.store.save({ ...dispute, balance_transactions: [booked], is_charge_refundable: false });
}

function newDispute(
  world: World,
  charge: Stripe.Charge,
  { reason, amount, withIntent = true }: DisputeInput,
): Stripe.Dispute {
  const brand = charge.payment_method_details?.card?.brand ?? 'visa';
  const code = NETWORK_REASONS[reason] ?? '10.4';
  return {
    id: plainId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: world.now + TEN_DAYS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: true,
    livemode: false,
    metadata: {},
    network_reason_code: code,
    payment_intent: withIntent ? charge.payment_intent : null,
    payment_method_details: {
      card: { brand, case_type: 'chargeback', network: brand, network_reason_code: code },
      type: 'card',
    },
    reason,
    status: 'needs_response',
  };
}

/** Any field of the evidence, as text. */
const evidence: Rule<Record<string, string>, false> = {
  isRequired: false,
  read(value: FormValue, path: string) {
    if (typeof value === 'string') throw invalidParam('Invalid object', path);
    for (const [name, given] of Object.entries(value)) {
      const full = `${path}[${name}]`;
      if (!Object.hasOwn(NO_EVIDENCE, name))
        throw invalidParam(`Received unknown parameter: ${full}`, full, 'parameter_unknown');
      if (typeof given !== 'string')
        throw invalidParam(`The Stripe emulator takes ${full} as text only.`, full);
    }
    return value as Record<string, string>;
  },
};

const updateShape = {
  evidence,
  expand,
  intended_submission_method: oneOf('manual', 'prefer_manual', 'prefer_smart_disputes', 'smart_disputes'),
  metadata,
  submit: boolean,
} satisfies Complete<Stripe.DisputeUpdateParams>;

/** Evidence is submitted at once unless submit is false; Stripe's two test texts decide the dispute. */
function update(world: World, id: string, params: Values<typeof updateShape>): Stripe.Dispute {
  const before = getByPath(world, 'dispute', id);
  if (params.evidence && ENDED.includes(before.status))
    throw refused(null, 'This dispute is already closed.');
  const isSubmitted = params.evidence !== undefined && params.submit !== false;
  const details = before.evidence_details;
  const after = world.store.save<Stripe.Dispute>({
    ...before,
    evidence: { ...before.evidence, ...params.evidence },
    evidence_details: {
      ...details,
      has_evidence: details.has_evidence || params.evidence !== undefined,
      submission_count: details.submission_count + (isSubmitted ? 1 : 0),
      submission_method: isSubmitted ? 'manual' : details.submission_method,
    },
    intended_submission_method: (params.intended_submission_method ??
      before.intended_submission_method) as Stripe.Dispute.IntendedSubmissionMethod | null,
    metadata: changedMetadata(before.metadata, params.metadata),
    status: isSubmitted ? before.status.replace('needs_response', 'under_review') : before.status,
  });
  emit(world, 'charge.dispute.updated', [after, before]);
  if (!isSubmitted) return after;
  if (after.evidence.uncategorized_text === 'winning_evidence') return closeDispute(world, after, 'won');
  if (after.evidence.uncategorized_text === 'losing_evidence') return closeDispute(world, after, 'lost');
  return after;
}

/** The seller accepts the dispute, which loses it. */
function close(world: World, id: string): Stripe.Dispute {
  const dispute = getByPath(world, 'dispute', id);
  if (ENDED.includes(dispute.status)) throw refused(null, 'This dispute is already closed.');
  return closeDispute(world, dispute, 'lost');
}

const ONE = '/v1/disputes/:id';

export const disputeRoutes: Route[] = [
  retrieveRoute('dispute', ONE),
  route({
    method: 'POST',
    path: ONE,
    shape: updateShape,
    run: ({ world, id, params }) => update(world, id, params),
  }),
  route({
    method: 'POST',
    path: `${ONE}/close`,
    shape: onlyExpand,
    run: ({ world, id }) => close(world, id),
  }),
  listRoute('dispute', '/v1/disputes', {
    shape: {
      ...datedPage,
      charge: filledText,
      payment_intent: filledText,
    } satisfies Complete<Stripe.DisputeListParams>,
    filter: ({ charge, payment_intent: intent }) => ({ where: { charge, payment_intent: intent } }),
  }),
];
