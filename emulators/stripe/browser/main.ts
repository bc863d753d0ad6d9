/**
 * The replacement for Stripe.js. Loaded from js.stripe.com it calls api.stripe.com, so that a test that intercepts one
 * intercepts both. Loaded from the emulator, by a script tag or an import, it calls the emulator.
 */
import { createStripe } from './stripe.ts';

declare const EMULATOR_ORIGIN: string;

// A module has no current script, so it was imported from the emulator.
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';
const apiOrigin = script.startsWith('https://js.stripe.com/') ? 'https://api.stripe.com' : EMULATOR_ORIGIN;

Object.assign(window, {
  Stripe: Object.assign((publishableKey: string) => createStripe({ apiOrigin, publishableKey }), {
    version: 'endive',
  }),
});
