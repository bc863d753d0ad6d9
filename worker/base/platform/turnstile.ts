import * as z from 'zod/mini';

const VERIFY_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
/** Error codes that do not depend on the visitor: a failure of Cloudflare, or a wrong secret key. */
const OUR_SIDE = ['internal-error', 'missing-input-secret', 'invalid-input-secret'];

const answer = z.object({
  success: z.boolean(),
  'error-codes': z._default(z.array(z.string()), []),
});

/** 'unavailable': Cloudflare does not answer, or rejects the secret key. */
export type Verification = 'accepted' | 'refused' | 'unavailable';

/** Verifies with Cloudflare that the visitor solved the challenge of this token. A token is valid for one call. */
export async function verifyToken(
  secretKey: string,
  { token, ip }: { token: string; ip: string },
): Promise<Verification> {
  try {
    const response = await fetch(VERIFY_URL, {
      method: 'POST',
      body: new URLSearchParams({ secret: secretKey, response: token, remoteip: ip }),
      signal: AbortSignal.timeout(6000),
    });
    const { success, 'error-codes': errors } = answer.parse(await response.json());
    if (success) return 'accepted';
    return errors.some((code) => OUR_SIDE.includes(code)) ? 'unavailable' : 'refused';
  } catch {
    return 'unavailable';
  }
}
