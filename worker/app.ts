import { Hono } from 'hono';
import { mountAuth } from '#worker/auth/routes.ts';
import { mountBookings } from '#worker/bookings/routes.ts';
import { mountCheckout, mountHolds } from '#worker/checkout/routes.ts';
import { mountClients } from '#worker/clients/routes.ts';
import { mountDashboard } from '#worker/dashboard/routes.ts';
import { mountDumpFees } from '#worker/dump-fees/routes.ts';
import type { Env } from '#worker/env.ts';
import { mountExports } from '#worker/exports/routes.ts';
import { answerError, answerNotFound } from '#worker/http/errors.ts';
import { baseHeaders, sameOriginWrites } from '#worker/http/guards/guards.ts';
import type { App } from '#worker/http/implement.ts';
import { mountPlatform } from '#worker/http/platform-routes.ts';
import { requestLog } from '#worker/http/request-log.ts';
import { mountAvailability } from '#worker/inventory/availability/routes.ts';
import { mountInventory } from '#worker/inventory/routes.ts';
import { mountNotifications } from '#worker/notifications/list/routes.ts';
import { mountReminders } from '#worker/notifications/reminders/routes.ts';
import { mountStripeWebhook } from '#worker/payments/events/routes.ts';
import { mountPayLinks } from '#worker/payments/links/routes.ts';
import { mountReconciliation } from '#worker/payments/reconciliation/routes.ts';
import { mountRefunds } from '#worker/payments/refunds/routes.ts';
import { mountPayments } from '#worker/payments/routes.ts';
import { mountTransactions } from '#worker/payments/transactions/routes.ts';
import { applyIntent } from '#worker/queue/apply-event.ts';
import { mountUsers } from '#worker/users/routes.ts';

/** The routes of every feature. */
export function makeApp(): App {
  const app: App = new Hono<{ Bindings: Env; Variables: { requestId: string } }>();
  app.onError(answerError);
  app.notFound(answerNotFound);
  app.use(baseHeaders);
  app.use(requestLog);
  // Before the origin check of writes: Stripe calls from another origin and signs its requests.
  mountStripeWebhook(app);
  app.use(sameOriginWrites);
  mountPlatform(app);
  mountAuth(app);
  mountUsers(app);
  mountInventory(app);
  mountHolds(app);
  mountBookings(app);
  mountDumpFees(app);
  mountReminders(app);
  mountDashboard(app);
  mountClients(app);
  mountTransactions(app);
  mountPayments(app);
  mountRefunds(app);
  mountPayLinks(app);
  mountReconciliation(app, applyIntent);
  mountExports(app);
  mountNotifications(app);
  mountAvailability(app);
  mountCheckout(app);
  return app;
}
