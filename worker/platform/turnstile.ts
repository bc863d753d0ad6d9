import * as z from 'zod/mini';

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const answer = z.object({ success: z.boolean() });

/** Whether Cloudflare vouches that a person holds this token; throws when it cannot be asked. */
export async function isHuman(secretKey: string, token: string, ip: string): Promise<boolean> {
  const response = await fetch(VERIFY_URL, {
    method: 'POST',
    body: new URLSearchParams({ secret: secretKey, response: token, remoteip: ip }),
    signal: AbortSignal.timeout(6000),
  });
  return answer.parse(await response.json()).success;
}
