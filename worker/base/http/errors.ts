import type { Context as HonoContext } from 'hono';
import { AppError, MAX_ISSUES } from '#domain/shared/errors.ts';
import { databaseMessage } from '#worker/base/db/constraint-errors.ts';
import { isWritesStopped } from '#worker/base/db/write-gate.ts';
import type { Env } from '#worker/base/env.ts';
import { makeMaintenanceError } from '#worker/base/http/guards/guards.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { makeRequestLog, routeOf } from './request-log.ts';

type C = HonoContext<{ Bindings: Env; Variables: { requestId: string } }>;

/** The 409 error for a change of a booking while it is being cancelled. `name`: of who cancels it, if known. */
export function cancellingError(name: string | null = null): AppError {
  const by = name === null ? '' : ` by ${name}`;
  return new AppError(
    'busy',
    `This booking is being cancelled${by}. Nothing else can be changed until the cancellation has finished.`,
  );
}

/** Maps failures to statuses. An unexpected error is logged in full; its reply has only a request id. */
export async function answerError(failure: unknown, c: C): Promise<Response> {
  if (isWritesStopped(failure)) return answerError(await makeMaintenanceError(c.env), c);
  const requestId = c.get('requestId');
  // The trigger that holds all other changes of a booking off.
  const error = databaseMessage(failure).includes('booking_cancelling') ? cancellingError() : failure;
  if (error instanceof AppError) {
    if (error.extras.retryAfter !== undefined) c.header('Retry-After', String(error.extras.retryAfter));
    const { body } = error.extras;
    const issues = error.extras.issues?.slice(0, MAX_ISSUES);
    return c.json(
      { message: error.message, code: error.code, requestId, ...(issues ? { issues } : {}), ...body },
      error.status,
    );
  }
  makeRequestLog(c).error('request_failed', {
    route: routeOf(c),
    method: c.req.method,
    ...describeError(error),
  });
  const message = 'Something went wrong on our side. Please try again.';
  return c.json({ message, code: 'internal', requestId }, 500);
}

export function answerNotFound(c: C): Promise<Response> {
  return answerError(new AppError('not_found', 'There is nothing here.'), c);
}
