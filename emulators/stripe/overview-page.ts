import type Stripe from 'stripe';
import type { Delivery } from '#emulators/stripe/webhooks/deliveries.ts';
import { type Html, html } from '../html.ts';
import { page } from '../page.ts';
import type { ControlParts } from './control.ts';

const SHOWN = 50;

/** The HTML page of the emulator: the latest payments, refunds, events and deliveries. */
export function overviewPage({ store, deliveries }: ControlParts): Response {
  const intents = store.list('payment_intent', { limit: SHOWN });
  const refunds = store.list('refund', { limit: SHOWN });
  const events = store.list('event', { limit: SHOWN });
  const typeOf = new Map(events.map((event) => [event.id, event.type]));
  return page(
    'Stripe emulator',
    html`<h1>Stripe emulator</h1>
<p>What stands in for Stripe on this machine. No money moves. The latest ${SHOWN} of each kind; reload to see more.</p>
${section('Payments', ['Created', 'Amount', 'Status', 'For', 'Receipt to', 'Payment intent'], intents.map(paymentRow))}
${section('Refunds', ['Created', 'Amount', 'Status', 'Reason', 'Charge', 'Refund'], refunds.map(refundRow))}
${section(
  'Webhook deliveries',
  ['State', 'Attempts', 'Last answer', 'Type', 'Event'],
  deliveries.recent(SHOWN).map((one) => deliveryRow(one, typeOf)),
)}
${section('Events', ['Created', 'Type', 'Not yet delivered', 'Event'], events.map(eventRow))}`,
  );
}

function section(title: string, heads: string[], rows: Html[]): Html {
  if (rows.length === 0) return html`<h2>${title}</h2><p>None yet.</p>`;
  return html`<h2>${title}</h2>
<div class="table"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function paymentRow(intent: Stripe.PaymentIntent): Html {
  const why = intent.last_payment_error?.message;
  return html`<tr><td>${when(intent.created)}</td><td class="number">${money(intent.amount, intent.currency)}</td><td>${status(intent.status)}</td>
<td class="wide">${intent.description ?? ''}${why ? html`<br><span class="bad">${why}</span>` : null}</td><td>${intent.receipt_email}</td><td><code>${intent.id}</code></td></tr>`;
}

function refundRow(refund: Stripe.Refund): Html {
  return html`<tr><td>${when(refund.created)}</td><td class="number">${money(refund.amount, refund.currency)}</td><td>${status(refund.status ?? '')}</td>
<td>${refund.reason}</td><td><code>${String(refund.charge)}</code></td><td><code>${refund.id}</code></td></tr>`;
}

function deliveryRow(delivery: Delivery, typeOf: Map<string, string>): Html {
  return html`<tr><td>${status(delivery.state)}</td><td class="number">${delivery.attempts}</td><td>${delivery.lastResult ?? 'not sent yet'}</td>
<td>${typeOf.get(delivery.eventId) ?? ''}</td><td><code>${delivery.eventId}</code></td></tr>`;
}

function eventRow(event: Stripe.EventBase): Html {
  return html`<tr><td>${when(event.created)}</td><td>${event.type}</td><td class="number">${event.pending_webhooks}</td><td><code>${event.id}</code></td></tr>`;
}

const TONES: Record<string, string> = {
  canceled: 'bad',
  delivered: 'good',
  failed: 'bad',
  given_up: 'bad',
  succeeded: 'good',
};

function status(name: string): Html {
  return html`<span class="${TONES[name] ?? 'wait'}">${name.replaceAll('_', ' ')}</span>`;
}

function when(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

function money(cents: number, currency: string): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency });
}
