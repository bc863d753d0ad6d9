import { balanceTransactionRoutes } from '#emulators/stripe/disputes/balance-transactions.ts';
import { disputeRoutes } from '#emulators/stripe/disputes/disputes.ts';
import { fraudWarningRoutes } from '#emulators/stripe/disputes/early-fraud-warnings.ts';
import { refundRoutes } from '#emulators/stripe/disputes/refunds.ts';
import { chargeRoutes } from '#emulators/stripe/payments/charges.ts';
import { customerRoutes } from '#emulators/stripe/payments/customers.ts';
import { paymentIntentRoutes } from '#emulators/stripe/payments/payment-intents.ts';
import { paymentMethodRoutes } from '#emulators/stripe/payments/payment-methods.ts';
import { setupIntentRoutes } from '#emulators/stripe/payments/setup-intents.ts';
import { eventRoutes } from '#emulators/stripe/webhooks/events.ts';
import { webhookEndpointRoutes } from '#emulators/stripe/webhooks/webhook-endpoints.ts';
import type { Route } from './route.ts';

const ROUTES: readonly Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...chargeRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...fraudWarningRoutes,
  ...balanceTransactionRoutes,
  ...eventRoutes,
  ...webhookEndpointRoutes,
];

const TABLE = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(':id', '([^/]+)')}$`),
}));

/** The endpoint of a path, and the id in the path. */
export function findRoute(method: string, path: string): { route: Route; id: string } | null {
  for (const { route, pattern } of TABLE) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match) return { route, id: decodeURIComponent(match[1] ?? '') };
  }
  return null;
}
