import { readRepeatLink } from '#contract/repeat-links.ts';
import { admitStatusCall } from '#worker/base/http/guards/limits.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { readRepeatedBooking } from './service.ts';

export function mountRepeatLinks(app: App) {
  implement(app, readRepeatLink, async (call) => {
    await admitStatusCall(call);
    return readRepeatedBooking(call.ctx, call.body.token);
  });
}
