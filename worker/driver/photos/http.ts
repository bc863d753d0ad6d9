import { getDriverPhoto, getStopPhoto, storeDriverPhoto } from '#contract/driver-photos.ts';
import { type App, implementRaw } from '#worker/base/http/implement.ts';
import { getPhotoFile, storePhoto } from './service.ts';

/** For a photo that is opened as a document of its own. */
const PHOTO_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export function mountDriverPhotos(app: App) {
  implementRaw(app, storeDriverPhoto, async ({ ctx, actor, params, query, bytes }) => {
    const { sha256: hash, ...rest } = query;
    return Response.json(
      await storePhoto(ctx, actor, {
        id: params.uuid,
        hash,
        bytes,
        stopId: rest.stopId,
        type: rest.type,
        takenAt: rest.takenAt,
        lat: rest.lat,
        lng: rest.lng,
      }),
    );
  });

  for (const [call, isOwnOnly] of [
    [getDriverPhoto, true],
    [getStopPhoto, false],
  ] as const) {
    implementRaw(app, call, async ({ ctx, actor, params }) => {
      const { mediaType, body } = await getPhotoFile(ctx, params.uuid, isOwnOnly ? actor.userId : null);
      return new Response(body, { headers: { 'Content-Type': mediaType, ...PHOTO_HEADERS } });
    });
  }
}
