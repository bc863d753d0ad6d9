import { type KeyboardEvent, useState } from 'react';
import type { RecordedPhoto } from '#contract/stop-records.ts';
import { photoUrl } from '#web/api/driver-records.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons } from '#web/kit/ui/dialog/Dialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { RECORDED_PHOTO_LABELS } from './words.ts';

type Props = { photos: readonly RecordedPhoto[]; firstId: string; onClose: () => void };

/** One photo, large. The arrow keys show the others. */
export function PhotoViewer({ photos, firstId, onClose }: Props) {
  const [index, setIndex] = useState(
    Math.max(
      0,
      photos.findIndex(({ id }) => id === firstId),
    ),
  );
  const photo = photos[index];
  if (!photo) return null;
  const step = (by: number) => setIndex((index + by + photos.length) % photos.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') step(1);
    if (key === 'ArrowLeft') step(-1);
  };
  return (
    <Dialog
      title={RECORDED_PHOTO_LABELS[photo.type]}
      layout="page"
      onClose={onClose}
      footer={
        <div className="px-4 pb-4 [--dialog-pad:1rem] sm:px-6">
          <DialogButtons>
            <a
              href={photoUrl(photo.id)}
              target="_blank"
              rel="noreferrer"
              className="mr-auto inline-flex min-h-11 items-center text-brand underline max-sm:basis-full"
            >
              Open in a new tab
            </a>
            {photos.length > 1 && (
              <>
                <Button variant="secondary" onKeyDown={onKeyDown} onClick={() => step(-1)}>
                  Previous
                </Button>
                <Button variant="secondary" autoFocus onKeyDown={onKeyDown} onClick={() => step(1)}>
                  Next
                </Button>
              </>
            )}
          </DialogButtons>
        </div>
      }
    >
      <LargePhoto key={photo.id} photo={photo} />
      <p role="status" className="px-4 py-2 text-sm sm:px-6">
        {RECORDED_PHOTO_LABELS[photo.type]}, {momentText(photo.takenAt ?? photo.receivedAt, site.timeZone)}
        {photos.length > 1 && ` (${index + 1} of ${photos.length})`}
      </p>
    </Dialog>
  );
}

function LargePhoto({ photo }: { photo: RecordedPhoto }) {
  const [isFailed, setFailed] = useState(false);
  if (isFailed) {
    return (
      <Notice variant="danger" role="alert" className="m-4">
        This photo could not be loaded. Check your connection and open it again.
      </Notice>
    );
  }
  return (
    <div className={photo.type === 'signature' ? 'bg-white' : 'bg-sunk'}>
      <img
        src={photoUrl(photo.id)}
        alt={RECORDED_PHOTO_LABELS[photo.type]}
        {...(photo.width && photo.height ? { width: photo.width, height: photo.height } : {})}
        onError={() => setFailed(true)}
        className="mx-auto block h-auto max-h-[70dvh] w-auto max-w-full"
      />
    </div>
  );
}
