import { getCurrentUser } from '#contract/auth.ts';
import { type DriverAction, sendDriverActions } from '#contract/driver-actions.ts';
import { storeDriverPhoto } from '#contract/driver-photos.ts';
import { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { call } from '#web/api/call.ts';
import type { DriverRoutes } from './database.ts';
import type { PhotoItem } from './items.ts';

/** The calls of the outbox. */
export type DriverApi = {
  readRoutes(): Promise<DriverRoutes>;
  /** Rejects with status 403 for a driver who was deactivated. */
  readAccount(): Promise<unknown>;
  sendActions(actions: DriverAction[]): Promise<ReplyOf<typeof sendDriverActions>['results']>;
  storePhoto(item: PhotoItem, file: Blob): Promise<void>;
};

/** Without an end, a connection that is lost in the middle of a request would stop the outbox. */
const READ_TIMEOUT_MS = 20_000;
const SEND_TIMEOUT_MS = 30_000;
const PHOTO_TIMEOUT_MS = 120_000;

export const driverApi: DriverApi = {
  readRoutes: () =>
    call(listDriverRoutes, { signal: AbortSignal.timeout(READ_TIMEOUT_MS), cache: 'no-store' }),
  readAccount: () =>
    call(getCurrentUser, { signal: AbortSignal.timeout(READ_TIMEOUT_MS), cache: 'no-store' }),
  async sendActions(actions) {
    const body = { sentAt: new Date().toISOString(), actions };
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
    return (await call(sendDriverActions, { body, signal })).results;
  },
  async storePhoto({ id, stopId, type, sha256, deviceTime, lat, lng }, file) {
    const place = lat === null || lng === null ? {} : { lat: String(lat), lng: String(lng) };
    await call(storeDriverPhoto, {
      params: { uuid: id },
      query: { stopId: String(stopId), type, sha256, takenAt: deviceTime, ...place },
      file,
      signal: AbortSignal.timeout(PHOTO_TIMEOUT_MS),
    });
  },
};
