import { useState } from 'react';
import type { RecordedPhoto } from '#contract/stop-records.ts';
import { photoUrl } from '#web/api/driver-records.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { RECORDED_PHOTO_LABELS } from './words.ts';

const PhotoViewer = lazyDialog(async () => (await import('./PhotoViewer.tsx')).PhotoViewer);

/** Small photos that open large. Photos that were deleted say so. */
export function PhotoGrid({
  photos,
  size = 'large',
}: {
  photos: readonly RecordedPhoto[];
  size?: 'small' | 'large';
}) {
  const [openedId, setOpenedId] = useState<string | null>(null);
  const stored = photos.filter(({ isStored }) => isStored);
  const deleted = photos.length - stored.length;
  if (photos.length === 0) return null;
  return (
    <>
      <ul className="flex flex-wrap gap-3">
        {stored.map((photo) => (
          <li key={photo.id} className={size === 'large' ? 'w-36' : 'w-20'}>
            <button
              type="button"
              onClick={() => setOpenedId(photo.id)}
              className="block w-full overflow-hidden rounded-md border border-line bg-sunk hover:border-ink-soft"
            >
              <Thumbnail photo={photo} />
            </button>
            {size === 'large' && (
              <p className="mt-1 text-xs">
                {RECORDED_PHOTO_LABELS[photo.type]}
                <span className="block text-ink-soft">
                  {momentText(photo.takenAt ?? photo.receivedAt, site.timeZone)}
                </span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {deleted > 0 && (
        <p className="mt-2 text-ink-soft text-sm">
          {deleted === 1 ? '1 photo was deleted' : `${deleted} photos were deleted`}: the time for which
          photos are kept is over, or the customer's data was removed.
        </p>
      )}
      {openedId !== null && (
        <PhotoViewer photos={stored} firstId={openedId} onClose={() => setOpenedId(null)} />
      )}
    </>
  );
}

function Thumbnail({ photo }: { photo: RecordedPhoto }) {
  const [isFailed, setFailed] = useState(false);
  const name = `${RECORDED_PHOTO_LABELS[photo.type]}, open photo`;
  if (isFailed) {
    return <span className="flex aspect-4/3 items-center justify-center p-2 text-xs">{name}</span>;
  }
  return (
    <img
      src={photoUrl(photo.id)}
      alt={name}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
      className={`aspect-4/3 w-full ${photo.type === 'signature' ? 'bg-white object-contain' : 'object-cover'}`}
    />
  );
}
