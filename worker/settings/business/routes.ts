import { getBusiness, getPause, listBusinessHistory, setPause, updateBusiness } from '#contract/business.ts';
import { getBusinessProfile } from '#worker/business/profile.ts';
import { etagOf, versionFrom } from '#worker/history/version-conflict.ts';
import { type App, implement } from '#worker/http/implement.ts';
import {
  changePause,
  changeProfile,
  getPauseNow,
  listBusinessChanges,
  pauseView,
  profileChanges,
  profileView,
} from './service.ts';

export function mountBusiness(app: App) {
  implement(app, getBusiness, async ({ ctx, setHeader }) => {
    const profile = await getBusinessProfile(ctx);
    setHeader('ETag', etagOf(profile));
    return profileView(profile);
  });

  implement(app, updateBusiness, async ({ ctx, actor, body, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    const profile = await changeProfile(ctx, actor, { changes: profileChanges(body), version });
    setHeader('ETag', etagOf(profile));
    return profileView(profile);
  });

  implement(app, listBusinessHistory, ({ ctx }) => listBusinessChanges(ctx));

  implement(app, getPause, async ({ ctx, setHeader }) => {
    const pause = await getPauseNow(ctx);
    setHeader('ETag', etagOf(pause));
    return pauseView(pause);
  });

  implement(app, setPause, async ({ ctx, actor, body: { paused, text }, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    const pause = await changePause(ctx, actor, { changes: { isPaused: paused, text }, version });
    setHeader('ETag', etagOf(pause));
    return pauseView(pause);
  });
}
