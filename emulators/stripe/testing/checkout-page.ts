/** A small shop page with the real loader and the real React components, for the tests of the stand-in. */
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { ConfirmPaymentData, Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { createElement as h, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const query = new URLSearchParams(window.location.search);
const clientSecret = query.get('secret') ?? '';
const isNight = query.get('theme') === 'night';
const redirect = query.get('redirect') === 'always' ? 'always' : 'if_required';

function CheckoutForm() {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isComplete, setComplete] = useState(false);
  const [result, setResult] = useState('');
  const pay = async (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (stripe && elements) setResult(JSON.stringify(await confirm(stripe, elements)));
  };
  return h(
    'form',
    { onSubmit: (event) => void pay(event) },
    h(PaymentElement, {
      onReady: () => setReady(true),
      onChange: (event) => setComplete(event.complete),
      onLoadError: ({ error }) => setResult(`load error: ${error.message}`),
    }),
    h('p', { role: 'status' }, `${isReady ? 'ready' : 'loading'}, ${isComplete ? 'complete' : 'incomplete'}`),
    h('button', { type: 'submit' }, 'Pay'),
    h('output', null, result),
  );
}

function confirm(stripe: Stripe, elements: StripeElements) {
  const confirmParams: ConfirmPaymentData = {
    return_url: `${window.location.origin}/done?booking_id=pending`,
    payment_method_data: { billing_details: { name: 'Ann Miller', email: 'ann@example.com' } },
  };
  return redirect === 'always'
    ? stripe.confirmPayment({ elements, confirmParams })
    : stripe.confirmPayment({ elements, confirmParams, redirect });
}

function Page() {
  return h(
    'main',
    null,
    h('h1', null, 'Pay your deposit'),
    h(Elements, { stripe: loading, options }, h(CheckoutForm)),
  );
}

const loading = loadStripe('pk_test_page');
loading.catch((error: Error) => {
  document.title = error.message;
});
const options = { clientSecret, appearance: { theme: isNight ? ('night' as const) : ('stripe' as const) } };
document.body.classList.toggle('night', isNight);
const root = document.getElementById('root');
if (root) createRoot(root).render(h(StrictMode, null, h(Page)));
