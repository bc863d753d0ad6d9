import { listChangeDays, makeBookingChange } from '#contract/booking-changes.ts';
import { etagOf, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { toBooking } from '#worker/rental/service.ts';
import type { RouteCheck } from '../route-check.ts';
import { listChangeDays as listDays } from './change-days.ts';
import { applyChange, previewChange } from './service.ts';

export function mountBookingChanges(app: App, check: RouteCheck) {
  implement(app, makeBookingChange, async ({ ctx, actor, params, body, header, setHeader, setStatus }) => {
    const change = { ...params, version: versionFrom(header('If-Match')), input: body, check };
    if (body.preview) return previewChange(ctx, actor, change);
    const { record, isPending, ...result } = await applyChange(ctx, actor, change);
    if (isPending) setStatus(202);
    setHeader('ETag', etagOf(record));
    return { ...result, booking: await toBooking(ctx, record) };
  });
  implement(app, listChangeDays, ({ ctx, params, query }) => listDays(ctx, { ...params, ...query }));
}
