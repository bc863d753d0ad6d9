import { getBusiness, getPause } from '#contract/business.ts';
import {
  getBusinessLogo,
  listBusinessHistory,
  removeBusinessLogo,
  setBusinessLogo,
  setPause,
  updateBusiness,
} from '#contract/business-changes.ts';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import { etagOf, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement, implementRaw } from '#worker/base/http/implement.ts';
import { getLogo, removeLogo, setLogo } from './logo.ts';
import {
  changePause,
  changeProfile,
  getPauseNow,
  listBusinessChanges,
  pauseView,
  profileChanges,
  profileView,
} from './service.ts';

/** For a logo that is opened as a document of its own. */
const LOGO_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

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

  implementRaw(app, setBusinessLogo, async ({ ctx, actor, bytes, header }) => {
    const version = versionFrom(header('If-Match'));
    const profile = await setLogo(ctx, actor, { mediaType: header('Content-Type'), bytes, version });
    return Response.json(profileView(profile), { headers: { ETag: etagOf(profile) } });
  });

  implement(app, removeBusinessLogo, async ({ ctx, actor, header, setHeader }) => {
    const profile = await removeLogo(ctx, actor, versionFrom(header('If-Match')));
    setHeader('ETag', etagOf(profile));
    return profileView(profile);
  });

  implementRaw(app, getBusinessLogo, async ({ ctx, params }) => {
    const { mediaType, content } = await getLogo(ctx, params.hash);
    return new Response(content as BodyInit, {
      headers: { 'Content-Type': mediaType, 'Content-Security-Policy': LOGO_POLICY },
    });
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
