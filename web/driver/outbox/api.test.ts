import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { getCurrentUser } from '#contract/auth.ts';
import { sendDriverActions } from '#contract/driver-actions.ts';
import { storeDriverPhoto } from '#contract/driver-photos.ts';
import { listDriverRoutes } from '#contract/driver-routes.ts';
import { readDriverMessages } from '#contract/route-messages.ts';
import { sampleRoutes, sampleStop } from '#web/driver/test/driver-samples.ts';
import { DriverCallError, driverApi } from './api.ts';
import type { PhotoItem } from './items.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers each request, and returns what was asked for. */
function answerWith(reply: unknown, status = 200) {
  const requests: { path: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, init });
    return new Response(typeof reply === 'string' ? reply : JSON.stringify(reply), { status });
  });
  return requests;
}

const ID = '0b6a6c52-3b8c-4a3e-9a1e-3f0f3a7f1d11';
const NOW = '2026-11-23T14:05:00.000Z';

test('the calls are those of the contract', async () => {
  const asked = answerWith(sampleRoutes([sampleStop()]));
  expect(z.safeParse(listDriverRoutes.reply, await driverApi.readRoutes(null)).success).toBe(true);
  await driverApi.readAccount();
  const actions = answerWith({ results: [] });
  await driverApi.sendActions([{ id: ID, stopId: 11, type: 'arrived', deviceTime: NOW, payload: {} }]);
  const photos = answerWith({});
  const photo = { id: ID, stopId: 11, type: 'ticket', sha256: 'a'.repeat(64), lat: 42.65, lng: -73.75 };
  await driverApi.storePhoto(photo as PhotoItem, new Blob(['x'], { type: 'image/jpeg' }), NOW);

  const read = answerWith('');
  await driverApi.readMessages(4);

  const sent = [...asked, ...actions, ...photos, ...read].map(({ path, init }) => [
    init.method,
    path.split('?')[0]?.replace(ID, ':uuid'),
  ]);
  expect(sent).toEqual(
    [listDriverRoutes, getCurrentUser, sendDriverActions, storeDriverPhoto, readDriverMessages].map(
      ({ method, path }) => [method, path],
    ),
  );
  const body = JSON.parse(String(actions[0]?.init.body));
  expect(z.safeParse(sendDriverActions.body, body).success).toBe(true);
  expect(readDriverMessages.body.parse(JSON.parse(String(read[0]?.init.body)))).toEqual({ upToId: 4 });
  const query = Object.fromEntries(new URLSearchParams(photos[0]?.path.split('?')[1]));
  expect(z.safeParse(storeDriverPhoto.query, query)).toMatchObject({
    success: true,
    data: { stopId: 11, takenAt: NOW, lat: 42.65 },
  });
});

test('a route with values that this version does not know is still shown', async () => {
  const stop = { ...sampleStop(), type: 'crane_lift', requiredItems: ['video'] };
  answerWith({ ...sampleRoutes([]), routes: [{ day: '2026-11-23', stops: [stop] }], more: true });
  expect((await driverApi.readRoutes(null)).routes[0]?.stops[0]).toMatchObject({ type: 'crane_lift' });
  for (const reply of ['<html>Sign in to this network</html>', {}, { ...sampleRoutes([]), driver: null }]) {
    answerWith(reply);
    await expect(driverApi.readRoutes(null)).rejects.toThrow('The reply has no routes');
  }
});

test('a refusal has the sentence of the server, if it sent one', async () => {
  answerWith({ message: 'Back soon.', code: 'maintenance', requestId: 'r' }, 503);
  await expect(driverApi.readRoutes(null)).rejects.toEqual(new DriverCallError(503, 'Back soon.'));
  answerWith('<html>Bad gateway</html>', 502);
  await expect(driverApi.sendActions([])).rejects.toEqual(new DriverCallError(502, null));
});
