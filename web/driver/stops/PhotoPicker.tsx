import { type ReactNode, useRef, useState } from 'react';
import type { PhotoType } from '#domain/rental/bookings.ts';
import { record } from '#web/driver/store.ts';
import { stopName } from '#web/driver/words.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { reducePhoto } from './photo.ts';
import { currentPlace, warmUpPlace } from './position.ts';
import type { StopState } from './stop-state.ts';

export type PhotoPicker = {
  /** Opens the camera, or the photos of the phone where it has none. */
  pick(type: PhotoType): void;
  /** A photo is being reduced and stored. */
  isBusy: boolean;
  /** Shown by the caller: the hidden control, and why a photo could not be read. */
  element: ReactNode;
};

export function usePhotoPicker(
  { stop }: Pick<StopState, 'stop'>,
  onStored?: (id: string) => void,
): PhotoPicker {
  const input = useRef<HTMLInputElement>(null);
  const type = useRef<PhotoType>('problem');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const store = async (file: File) => {
    setBusy(true);
    setFailure(null);
    try {
      const photo = await reducePhoto(file);
      const id = crypto.randomUUID();
      const isStored = await record({ id: stop.id, name: stopName(stop) }, [
        { kind: 'photo', id, type: type.current, ...photo, ...currentPlace() },
      ]);
      if (isStored) onStored?.(id);
    } catch {
      setFailure('This photo could not be read. Take it again with the camera.');
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    pick(wanted) {
      type.current = wanted;
      warmUpPlace();
      input.current?.click();
    },
    element: (
      <>
        <input
          ref={input}
          type="file"
          name="photo"
          accept="image/*"
          capture="environment"
          tabIndex={-1}
          aria-hidden="true"
          className="hidden"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // The same file can be chosen again.
            target.value = '';
            if (file) void store(file);
          }}
        />
        {failure && (
          <Notice variant="danger" role="alert" className="mb-3">
            {failure}
          </Notice>
        )}
      </>
    ),
  };
}
