/**
 * The stand-in for Stripe.js. Loaded as js.stripe.com it speaks to api.stripe.com (and whoever intercepts the one
 * intercepts the other); loaded from the emulator, by a script tag or an import, it speaks to the emulator.
 */
import { createStripe } from './stripe.ts';

declare const EMULATOR_ORIGIN: string;

// A module has no current script: it was imported from the emulator.
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : '';
const apiOrigin = script.startsWith('https://js.stripe.com/') ? 'https://api.stripe.com' : EMULATOR_ORIGIN;

Object.assign(window, {
  Stripe: Object.assign((publishableKey: string) => createStripe({ apiOrigin, publishableKey }), {
    version: 'endive',
  }),
});
