import type Stripe from 'stripe';
import { type Complete, filledText } from '#emulators/stripe/http/params.ts';
import { listRoute, type Route, retrieveRoute } from '#emulators/stripe/http/route.ts';
import { datedPage } from '#emulators/stripe/http/shapes.ts';
import { plainId } from '#emulators/stripe/ids.ts';
import { emit } from '#emulators/stripe/webhooks/events.ts';
import type { World } from '#emulators/stripe/world.ts';

/** The issuer reports a charge as fraud. Stripe leaves payment_intent out for some charges: `withIntent` false. */
export function createFraudWarning(
  world: World,
  charge: Stripe.Charge,
  { withIntent }: { withIntent: boolean },
): Stripe.Radar.EarlyFraudWarning {
  const warning = world.store.save<Stripe.Radar.EarlyFraudWarning>({
    id: plainId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: !charge.disputed && !charge.refunded,
    charge: charge.id,
    created: world.now,
    fraud_type: 'misc',
    livemode: false,
    ...(withIntent && charge.payment_intent && { payment_intent: charge.payment_intent }),
  });
  emit(world, 'radar.early_fraud_warning.created', [warning]);
  return warning;
}

const PATH = '/v1/radar/early_fraud_warnings';

export const fraudWarningRoutes: Route[] = [
  retrieveRoute('radar.early_fraud_warning', `${PATH}/:id`),
  listRoute('radar.early_fraud_warning', PATH, {
    shape: {
      ...datedPage,
      charge: filledText,
      payment_intent: filledText,
    } satisfies Complete<Stripe.Radar.EarlyFraudWarningListParams>,
    filter: ({ charge, payment_intent: intent }) => ({ where: { charge, payment_intent: intent } }),
  }),
];
