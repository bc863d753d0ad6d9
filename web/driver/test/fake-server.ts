import type { DriverStop } from '#contract/driver-routes.ts';
import { type DriverApi, DriverCallError } from '#web/driver/outbox/api.ts';
import { sampleRoutes, sampleStop } from './driver-samples.ts';

/** 'before': the request is lost. 'after': the reply is lost. */
export type Fault = 'none' | 'before' | 'after' | 'unavailable';

export const refusal = (status: number, message: string) => new DriverCallError(status, message);

/** A server that records each id once, as the real one does. */
export function startServer(driver = { id: 7, name: 'Ben' }) {
  const log: { id: string; type: string }[] = [];
  const faults: Fault[] = [];
  /** When each photo was taken, as the phone sent it. */
  const taken = new Map<string, string>();
  const perform = async <T>(work: () => T): Promise<T> => {
    const fault = faults.shift() ?? 'none';
    if (fault === 'before') throw new TypeError('Failed to fetch');
    if (fault === 'unavailable') throw refusal(503, 'Back soon.');
    const result = work();
    if (fault === 'after') throw new TypeError('Failed to fetch');
    return result;
  };
  const append = (id: string, type: string) => {
    if (log.every((entry) => entry.id !== id)) log.push({ id, type });
  };
  const api: DriverApi = {
    readRoutes: () => perform(() => sampleRoutes([stopOf(log)], driver)),
    readAccount: () => perform(() => driver),
    sendActions: (actions) =>
      perform(() =>
        actions.map(({ id, type }) => {
          append(id, type);
          return { id, result: 'applied' as const, reason: null, code: null, missing: [] };
        }),
      ),
    readMessages: () => perform(() => undefined),
    storePhoto: ({ id }, _file, takenAt) =>
      perform(() => {
        append(id, 'photo');
        taken.set(id, takenAt);
      }),
  };
  return { api, log, faults, taken };
}

/** The stop as a server with this log shows it. */
function stopOf(log: readonly { id: string; type: string }[]): DriverStop {
  const has = (type: string) => log.some((entry) => entry.type === type);
  const moment = '2026-11-23T14:00:00.000Z';
  const status = has('on_my_way') || has('arrived') ? 'in_transit' : 'pending';
  const stop = sampleStop({
    status: has('done') ? 'delivered' : status,
    departedAt: has('on_my_way') ? moment : null,
    arrivedAt: has('arrived') ? moment : null,
  });
  const photos = log.filter(({ type }) => type === 'photo');
  stop.recorded = {
    ...stop.recorded,
    unit: has('unit') ? '15-02' : null,
    photos: photos.map(({ id }) => ({ id, type: 'delivery_placement' })),
  };
  return stop;
}
