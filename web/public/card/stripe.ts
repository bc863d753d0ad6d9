import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

/** The loaded Stripe.js. */
export type CardScript = Stripe;

let loading: Promise<Stripe> | null = null;

/** Loads Stripe.js once. After a failure the next call tries again. */
export function loadCardScript(): Promise<Stripe> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Stripe> {
  const key = document.querySelector<HTMLMetaElement>('meta[name="stripe-key"]')?.content;
  if (!key) throw new Error('This page carries no publishable key');
  const stripe = await loadStripe(key);
  if (!stripe) throw new Error('Stripe.js is not available');
  return stripe;
}
