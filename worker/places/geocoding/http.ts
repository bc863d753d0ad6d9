import { placePin as placePinCall, removePin as removePinCall } from '#contract/pins.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { placePin, removePin } from './pins.ts';

/** Where staff say that addresses are. */
export function mountPins(app: App) {
  implement(app, placePinCall, ({ ctx, actor, params, body }) =>
    placePin(ctx, actor, { bookingId: params.id, point: body }),
  );
  implement(app, removePinCall, ({ ctx, actor, params }) => removePin(ctx, actor, params.id));
}
