import type { ApiParts } from '#emulators/stripe/http/api.ts';
import { getActor, readApiKey } from '#emulators/stripe/http/auth.ts';
import { corsHeaders } from '#emulators/stripe/http/cors.ts';
import { invalidParam, StripeError } from '#emulators/stripe/http/errors.ts';
import { parseForm } from '#emulators/stripe/http/form.ts';
import { redacted } from '#emulators/stripe/http/redact.ts';
import { requestId } from '#emulators/stripe/ids.ts';
import type { World } from '#emulators/stripe/world.ts';
import { settleCharges } from './charges.ts';
import { endAuthentication } from './confirm.ts';
import { endSetupAuthentication } from './setup-intents.ts';

/** The end of the stand-in's 3-D Secure dialog: form fields key, client_secret and result (succeed or fail). */
export async function answerAuthentication(parts: ApiParts, request: Request): Promise<Response> {
  const form = parseForm(await request.text());
  const nowMs = parts.nowMs();
  const { store, deliveries } = parts;
  const world: World = {
    store,
    deliveries,
    nowMs,
    now: Math.floor(nowMs / 1000),
    request: { id: requestId(), idempotency_key: null },
  };
  try {
    getActor(readApiKey(request, form));
    const result = form.result === 'succeed' ? 'succeed' : 'fail';
    const intent = store.transaction(() => {
      const ended = end(world, String(form.client_secret ?? ''), result);
      settleCharges(world);
      return ended;
    });
    return Response.json(redacted(intent), { headers: corsHeaders() });
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return Response.json({ error: error.body }, { status: error.status, headers: corsHeaders() });
  }
}

function end(world: World, clientSecret: string, result: 'fail' | 'succeed'): object {
  const id = clientSecret.split('_secret_')[0] ?? '';
  const payment = world.store.find('payment_intent', id);
  if (payment?.client_secret === clientSecret) return endAuthentication(world, payment, result);
  const setup = world.store.find('setup_intent', id);
  if (setup?.client_secret === clientSecret) return endSetupAuthentication(world, setup, result);
  throw invalidParam('The client_secret provided does not match any intent.', 'client_secret');
}
