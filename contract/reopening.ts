import * as z from 'zod/mini';
import { CALENDAR_REFUSALS } from '#domain/rental/availability.ts';
import { errorReply } from './endpoint.ts';
import { cents } from './fields.ts';

/** A calendar rule that truck moves break, in one sentence. Staff may override it. */
export const calendarWarning = z.object({ rule: z.enum(CALENDAR_REFUSALS), text: z.string() });

/**
 * The body of 409 conflict when a reopened booking breaks calendar rules that staff may override, or has refunds.
 * `dueAgain`: their sum, which the call must name, because it is due again then.
 */
export const reopeningReply = z.extend(errorReply, { warnings: z.array(calendarWarning), dueAgain: cents });
