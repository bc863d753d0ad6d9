/** The types that replies are checked against; read by the schema generator, never run. */
import type Stripe from 'stripe';

export interface Answers {
  balance_transaction: Stripe.BalanceTransaction;
  charge: Stripe.Charge;
  customer: Stripe.Customer | Stripe.DeletedCustomer;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  early_fraud_warning: Stripe.Radar.EarlyFraudWarning;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  webhook_endpoint: Stripe.WebhookEndpoint | Stripe.DeletedWebhookEndpoint;
}
