/** The URL of the API and the publishable key. */
export interface ApiAccess {
  apiOrigin: string;
  publishableKey: string;
}

/** An error as Stripe.js passes it to a page. */
export interface JsError {
  type: string;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_intent?: Intent;
  setup_intent?: Intent;
}

/** The attributes of an intent that the stand-in uses. */
export interface Intent {
  id: string;
  object: string;
  status: string;
  client_secret: string;
  next_action: { type: string } | null;
  last_payment_error?: JsError | null;
  last_setup_error?: JsError | null;
}

export type Outcome<T> = { value: T; error?: never } | { value?: never; error: JsError };

type Fields = { [name: string]: Field };
export type Field = string | boolean | number | null | undefined | Fields;

const UNREACHABLE: JsError = {
  type: 'api_connection_error',
  message: 'We could not reach our payments provider. Please check your internet connection and try again.',
};

/** A call with the publishable key; a failure is a value, never an exception. */
export async function callApi<T>(
  access: ApiAccess,
  [method, path]: [string, string],
  fields: Fields,
): Promise<Outcome<T>> {
  const form = new URLSearchParams(encoded({ key: access.publishableKey, ...fields }));
  const url = `${access.apiOrigin}${path}${method === 'GET' ? `?${form}` : ''}`;
  try {
    const response = await fetch(url, { method, ...(method === 'POST' && { body: form }) });
    const body = (await response.json()) as { error?: JsError };
    return body.error ? { error: body.error } : { value: body as T };
  } catch {
    return { error: UNREACHABLE };
  }
}

/** { a: { b: 1 } } as a[b]=1; missing values are not sent. */
function encoded(fields: Fields, prefix = ''): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    const key = prefix === '' ? name : `${prefix}[${name}]`;
    if (value === undefined || value === null || value === '') return [];
    return typeof value === 'object' ? encoded(value, key) : [[key, String(value)]];
  });
}

/** The API path of the intent that a client secret belongs to. */
export function intentPath(clientSecret: string): string {
  const id = clientSecret.split('_secret_')[0] ?? '';
  return `/v1/${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`;
}
