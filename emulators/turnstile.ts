/**
 * Cloudflare's check of Turnstile tokens. The token decides the result: 'human' is accepted, 'no-answer' breaks the
 * connection, 'status-500' fails, one of Cloudflare's error codes fails with it, anything else is refused.
 */
export function answerVerification(form: URLSearchParams): Response {
  const token = form.get('response');
  if (token === 'human') return Response.json({ success: true, 'error-codes': [] });
  if (token === 'no-answer') throw new Error('The connection was closed');
  if (token === 'status-500') return new Response('Internal Server Error', { status: 500 });
  const isCode = token === 'internal-error' || token === 'invalid-input-secret';
  return Response.json({ success: false, 'error-codes': [isCode ? token : 'invalid-input-response'] });
}

export const TURNSTILE_HOST = 'challenges.cloudflare.com';
