import { sendReminder as sendCall } from '#contract/staff-bookings.ts';
import { toBooking } from '#worker/booking-records/service.ts';
import { etagOf, versionFrom } from '#worker/history/version-conflict.ts';
import { type App, implement } from '#worker/http/implement.ts';
import { sendReminder } from './service.ts';

export function mountReminders(app: App) {
  implement(app, sendCall, async ({ ctx, actor, params, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    const booking = await sendReminder(ctx, actor, { ...params, version });
    setHeader('ETag', etagOf(booking));
    return toBooking(ctx, booking);
  });
}
