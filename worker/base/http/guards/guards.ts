import type { MiddlewareHandler } from 'hono';
import type { Endpoint } from '#contract/endpoint.ts';
import { strictTransportSecurity } from '#contract/transport-security.ts';
import { AppError } from '#domain/shared/errors.ts';
import { isInMaintenance, phoneInMaintenance, type WaitUntil } from '#worker/base/context.ts';
import { type Env, getEnvSettings } from '#worker/base/env.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** An id for every request, on the reply and in its log lines; and the headers that every reply has. */
export const baseHeaders: MiddlewareHandler<{ Bindings: Env; Variables: { requestId: string } }> = async (
  c,
  next,
) => {
  const requestId = crypto.randomUUID();
  c.set('requestId', requestId);
  await next();
  c.res.headers.set('X-Request-Id', requestId);
  c.res.headers.set('X-Content-Type-Options', 'nosniff');
  c.res.headers.set('Referrer-Policy', 'no-referrer');
  if (c.env.ENVIRONMENT === 'production') {
    const hasSubdomains = c.env.HSTS_SUBDOMAINS === 'on';
    c.res.headers.set('Strict-Transport-Security', strictTransportSecurity({ hasSubdomains }));
  }
  if (c.env.ENVIRONMENT === 'preview') c.res.headers.set('X-Robots-Tag', 'noindex');
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  if (!c.res.headers.has('Content-Security-Policy')) {
    c.res.headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  }
};

/** Refuses writes that a browser sends from another site. Calls that carry neither header are not from a page. */
export const sameOriginWrites: MiddlewareHandler<{ Bindings: Env }> = async (c, next) => {
  if (!SAFE.has(c.req.method) && !isSameOrigin(c.req.raw, getEnvSettings(c.env))) {
    throw new AppError('forbidden', 'This call was sent from another site.');
  }
  await next();
};

const MAINTENANCE_RETRY_SECONDS = 120;

/** Throws maintenance while the system is in it, unless the call works then. */
export async function refuseInMaintenance(
  env: Env,
  { worksInMaintenance }: Pick<Endpoint, 'worksInMaintenance'>,
  waitUntil: WaitUntil,
): Promise<void> {
  if (worksInMaintenance || !(await isInMaintenance(env, Date.now(), waitUntil))) return;
  throw await makeMaintenanceError(env);
}

/** The error of a call in maintenance, with the phone number of the business. */
export async function makeMaintenanceError(env: Env): Promise<AppError> {
  const phone = await phoneInMaintenance(env, Date.now());
  const message = `We are updating our system. Please try again in a few minutes, or call ${phone}.`;
  return new AppError('maintenance', message, { retryAfter: MAINTENANCE_RETRY_SECONDS, body: { phone } });
}

/** Whether a page of this site sent the request, as far as its headers say; true without them. */
export function isSameOrigin(request: Request, settings: ReturnType<typeof getEnvSettings>): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.headers.get('Origin');
  if (!origin) return true;
  if (settings.environment === 'development') return hostOf(origin) === requestHost(request);
  return origin === new URL(settings.publicUrl).origin;
}

function requestHost(request: Request): string {
  return request.headers.get('Host') ?? new URL(request.url).host;
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
