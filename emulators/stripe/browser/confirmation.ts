import {
  type ApiAccess,
  callApi,
  type Field,
  type Intent,
  intentPath,
  type JsError,
  type Outcome,
} from './api-call.ts';
import { askToAuthenticate } from './authentication-dialog.ts';
import type { ElementsGroup } from './elements-group.ts';
import { assertOmittedFieldsPassed } from './never-fields.ts';

export interface ConfirmOptions {
  elements?: ElementsGroup;
  clientSecret?: string;
  confirmParams?: {
    return_url?: string;
    receipt_email?: string;
    payment_method?: string;
    payment_method_data?: { billing_details?: Field };
    shipping?: Field;
  };
  redirect?: 'always' | 'if_required';
}

/** Confirms with the input. Returns `{ intent }` or `{ error }`; by default a success opens the return URL. */
export async function confirmIntent(
  access: ApiAccess,
  options: ConfirmOptions,
): Promise<{ intent?: Intent; error?: JsError }> {
  const { elements, confirmParams = {}, redirect = 'always' } = options;
  const clientSecret = options.clientSecret ?? elements?.clientSecret;
  if (!clientSecret) throw new Error('stripe.confirmPayment(): the client secret is missing.');
  if (redirect === 'always' && !confirmParams.return_url) {
    throw new Error(
      'stripe.confirmPayment(): the `return_url` argument is required when `redirect` is not `if_required`.',
    );
  }
  const submitted = await elements?.submit();
  if (submitted?.error) return { error: submitted.error };
  const { payment_method_data: data, ...rest } = confirmParams;
  const element = elements?.getElement('payment');
  assertOmittedFieldsPassed(element?.fieldsOption, data?.billing_details);
  const card = element?.card;
  const outcome = await callApi<Intent>(access, ['POST', `${intentPath(clientSecret)}/confirm`], {
    client_secret: clientSecret,
    use_stripe_sdk: true,
    ...rest,
    ...(card && {
      payment_method_data: { type: 'card', card: { ...card }, billing_details: data?.billing_details },
    }),
  });
  return finish(access, outcome, { returnUrl: redirect === 'always' ? confirmParams.return_url : undefined });
}

/** Completes a confirmed intent: authentication, then the result or the redirect to the return URL. */
export async function finish(
  access: ApiAccess,
  outcome: Outcome<Intent>,
  { returnUrl }: { returnUrl?: string | undefined } = {},
): Promise<{ intent?: Intent; error?: JsError }> {
  const { value: intent, error } = outcome;
  if (error) return { error };
  if (intent.status === 'requires_action')
    return finish(access, await authenticate(access, intent), { returnUrl });
  if (intent.status === 'requires_payment_method') {
    const failure = intent.last_payment_error ??
      intent.last_setup_error ?? { type: 'api_error', message: 'The payment failed.' };
    return { error: { ...failure, [intent.object]: intent } };
  }
  if (returnUrl === undefined) return { intent };
  window.location.assign(withResult(returnUrl, intent));
  return new Promise(() => {});
}

/** Shows the dialog for an intent that requires authentication. */
export async function authenticate(access: ApiAccess, intent: Intent): Promise<Outcome<Intent>> {
  const result = await askToAuthenticate();
  return callApi<Intent>(access, ['POST', '/stand-in/authentication'], {
    client_secret: intent.client_secret,
    result,
  });
}

function withResult(returnUrl: string, intent: Intent): string {
  const url = new URL(returnUrl, window.location.href);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret);
  url.searchParams.set('redirect_status', intent.status === 'processing' ? 'pending' : 'succeeded');
  return url.href;
}
