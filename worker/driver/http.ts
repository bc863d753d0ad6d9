import { sendDriverActions } from '#contract/driver-actions.ts';
import { decideWaitingAction, listWaitingActions } from '#contract/driver-approvals.ts';
import { listDriverConflicts, resolveDriverConflict } from '#contract/driver-conflicts.ts';
import { listDriverRoutes } from '#contract/driver-routes.ts';
import {
  createDriverLink,
  endDriverSession,
  listDriverSessions,
  openDriverSession,
  reportPhoneLost,
} from '#contract/driver-session.ts';
import { getStopRecord, listAttemptedStops, listBookingStopRecords } from '#contract/stop-records.ts';
import { deviceCookie, sessionCookie } from '#worker/base/http/cookies.ts';
import { admitStatusCall } from '#worker/base/http/guards/limits.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { deviceName, endOwnSession } from '#worker/people/auth/http.ts';
import { readOrigin } from '#worker/people/auth/origin.ts';
import { decideAction, readWaitingActions } from './actions/approvals.ts';
import { readOpenConflicts, resolveConflict } from './actions/conflicts.ts';
import { receiveActions } from './actions/service.ts';
import { mountDriverPhotos } from './photos/http.ts';
import { listStopRecords, readAttemptedStops, readStopRecord } from './records/service.ts';
import { loadDriverRoutes } from './service.ts';
import { createLink, endSessionOfDriver, reportLost, sessionsOfDriver, signInByLink } from './sign-in.ts';

export function mountDriver(app: App) {
  mountDriverPhotos(app);
  implement(app, listDriverRoutes, ({ ctx, actor, query }) => loadDriverRoutes(ctx, actor, query));

  implement(app, sendDriverActions, async ({ ctx, actor, body }) => ({
    results: await receiveActions(ctx, actor, body),
  }));

  implement(app, listWaitingActions, ({ ctx }) => readWaitingActions(ctx));
  implement(app, decideWaitingAction, ({ ctx, actor, params, body }) =>
    decideAction(ctx, actor, { id: params.uuid, isApproved: body.approve }),
  );

  implement(app, getStopRecord, ({ ctx, params, query }) =>
    readStopRecord(ctx, { stopId: params.id, hasPositions: query.positions === true }),
  );
  implement(app, listBookingStopRecords, ({ ctx, params }) => listStopRecords(ctx, params.id));
  implement(app, listAttemptedStops, ({ ctx }) => readAttemptedStops(ctx));
  implement(app, listDriverConflicts, ({ ctx }) => readOpenConflicts(ctx));
  implement(app, resolveDriverConflict, ({ ctx, actor, params }) => resolveConflict(ctx, actor, params.id));

  implement(app, createDriverLink, ({ ctx, actor, body }) =>
    createLink(ctx, actor, { userId: body.userId, isTexted: body.sendText === true }),
  );
  implement(app, reportPhoneLost, ({ ctx, actor, params }) => reportLost(ctx, actor, params.id));
  implement(app, listDriverSessions, ({ ctx, params }) => sessionsOfDriver(ctx, params.id));
  implement(app, endDriverSession, async ({ ctx, actor, params }) => {
    await endSessionOfDriver(ctx, actor, { userId: params.id, sessionId: params.uuid });
    return undefined;
  });
  implement(app, openDriverSession, async (call) => {
    await admitStatusCall(call);
    const opening = { origin: readOrigin(call), device: deviceName(call) };
    const signedIn = await signInByLink(call.ctx, call.body.token, opening);
    await endOwnSession(call);
    call.setCookie(sessionCookie(signedIn.sessionToken, signedIn.account.role));
    call.setCookie(deviceCookie(signedIn.deviceToken));
    return signedIn.account;
  });
}
