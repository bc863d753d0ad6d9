import {
  getDispatchSettings,
  listDispatchHistory,
  updateDispatchSettings,
} from '#contract/dispatch-settings.ts';
import {
  createSite,
  deleteSite as deleteSiteCall,
  listSites as listSitesCall,
  updateSite,
} from '#contract/sites.ts';
import {
  createTruck,
  deleteTruck as deleteTruckCall,
  listTrucks as listTrucksCall,
  updateTruck,
} from '#contract/trucks.ts';
import { historyOfKind } from '#worker/base/history/service.ts';
import { etagOf, versionFrom } from '#worker/base/history/version-conflict.ts';
import { type App, implement } from '#worker/base/http/implement.ts';
import { changeSettings, getSettings } from './settings.ts';
import { addSite, changeSite, deleteSite, listSites, toSite } from './sites.ts';
import { addTruck, changeTruck, deleteTruck, listTrucks, toTruck } from './trucks.ts';

/** What staff set up before they plan routes: trucks, sites and times. */
export function mountDispatchSetup(app: App) {
  mountTrucks(app);
  mountSites(app);

  implement(app, getDispatchSettings, async ({ ctx, setHeader }) => {
    const settings = await getSettings(ctx);
    setHeader('ETag', etagOf(settings));
    return settings;
  });

  implement(app, updateDispatchSettings, async ({ ctx, actor, body, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    const settings = await changeSettings(ctx, actor, { changes: body, version });
    setHeader('ETag', etagOf(settings));
    return settings;
  });

  implement(app, listDispatchHistory, ({ ctx, query }) => historyOfKind(ctx, query.kind));
}

function mountTrucks(app: App) {
  implement(app, listTrucksCall, async ({ ctx }) => (await listTrucks(ctx)).map(toTruck));

  implement(app, createTruck, async ({ ctx, actor, body, setHeader }) => {
    const truck = await addTruck(ctx, actor, body);
    setHeader('ETag', etagOf(truck));
    return toTruck(truck);
  });

  implement(app, updateTruck, async ({ ctx, actor, params, body, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    const truck = await changeTruck(ctx, actor, { id: params.id, changes: body, version });
    setHeader('ETag', etagOf(truck));
    return toTruck(truck);
  });

  implement(app, deleteTruckCall, async ({ ctx, actor, params, header }) => {
    await deleteTruck(ctx, actor, { id: params.id, version: versionFrom(header('If-Match')) });
    return undefined;
  });
}

function mountSites(app: App) {
  implement(app, listSitesCall, async ({ ctx }) => (await listSites(ctx)).map(toSite));

  implement(app, createSite, async ({ ctx, actor, body, setHeader }) => {
    const site = await addSite(ctx, actor, body);
    setHeader('ETag', etagOf(site));
    return toSite(site);
  });

  implement(app, updateSite, async ({ ctx, actor, params, body, header, setHeader }) => {
    const version = versionFrom(header('If-Match'));
    const site = await changeSite(ctx, actor, { id: params.id, changes: body, version });
    setHeader('ETag', etagOf(site));
    return toSite(site);
  });

  implement(app, deleteSiteCall, async ({ ctx, actor, params, header }) => {
    await deleteSite(ctx, actor, { id: params.id, version: versionFrom(header('If-Match')) });
    return undefined;
  });
}
