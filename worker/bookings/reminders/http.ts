import { sendReminder as sendCall } from '#contract/staff-bookings.ts';
import { etagOf, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { toBooking } from '#worker/rental/service.ts';
import { sendReminder } from './service.ts';

export function mountReminders(app: App) {
  implement(app, sendCall, async ({ ctx, actor, params, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    const booking = await sendReminder(ctx, actor, { ...params, version });
    setHeader('ETag', etagOf(booking));
    return toBooking(ctx, booking);
  });
}
