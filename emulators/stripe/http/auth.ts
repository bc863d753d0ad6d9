import type { World } from '#emulators/stripe/world.ts';
import { invalidParam, rejectedRequest } from './errors.ts';
import type { FormObject } from './form.ts';
import type { Actor, Route } from './route.ts';

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";

/** The key of a request: Bearer, Basic (as the user name), or the parameter `key` of a browser. */
export function readApiKey(request: Request, form: FormObject): string | null {
  const header = request.headers.get('Authorization') ?? '';
  const [scheme = '', credentials = ''] = header.split(/\s+/, 2);
  if (/^bearer$/i.test(scheme)) return credentials;
  if (/^basic$/i.test(scheme)) return atob(credentials).split(':')[0] ?? null;
  return typeof form.key === 'string' ? form.key : null;
}

export function getActor(key: string | null): Actor {
  if (!key) throw rejectedRequest(401, NO_KEY);
  if (/^(sk|rk)_test_\w+$/.test(key)) return 'secret';
  if (/^pk_test_\w+$/.test(key)) return 'publishable';
  throw rejectedRequest(401, `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`);
}

/** A browser may call only public endpoints, and an intent only with its own client secret. */
export function assertMayBrowse(
  world: World,
  route: Route,
  { id, form }: { id: string; form: FormObject },
): void {
  if (!route.isPublic) {
    throw rejectedRequest(
      403,
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
      'secret_key_required',
    );
  }
  const intent = world.store.find('payment_intent', id) ?? world.store.find('setup_intent', id);
  if (!intent) return;
  const secret = form.client_secret;
  if (secret === undefined)
    throw invalidParam('Missing required param: client_secret.', 'client_secret', 'parameter_missing');
  if (secret !== intent.client_secret) {
    const noun = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
    throw invalidParam(
      `The client_secret provided does not match the client_secret associated with the ${noun}.`,
      'client_secret',
      `${intent.object}_invalid_parameter`,
    );
  }
}
