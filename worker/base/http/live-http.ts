import { openDriverLive, openLive } from '#contract/live.ts';
import { AppError } from '#domain/shared/errors.ts';
import { isSameOrigin } from './guards/guards.ts';
import { type App, implementRaw, type RawCall } from './implement.ts';

export function mountLive(app: App) {
  implementRaw(app, openLive, connect);
  implementRaw(app, openDriverLive, connect);
}

type LiveCall = Pick<RawCall<typeof openLive>, 'ctx' | 'actor' | 'request'>;

async function connect(call: LiveCall): Promise<Response> {
  assertUpgrade(call);
  return call.ctx.live.connect(call.actor);
}

/** Throws invalid for another request, and forbidden for one of another site. */
function assertUpgrade({ ctx, request }: LiveCall): void {
  if (request.headers.get('Upgrade')?.toLowerCase() !== 'websocket') {
    const message = 'Open this address as a WebSocket.';
    throw new AppError('invalid', message, { issues: [{ path: 'Upgrade', message }] });
  }
  // Browsers let any site open a WebSocket with the cookies of this one, and always send Origin with it.
  if (!request.headers.has('Origin') || !isSameOrigin(request, ctx.settings)) {
    throw new AppError('forbidden', 'This WebSocket was opened from another site.');
  }
}
