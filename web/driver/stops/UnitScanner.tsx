import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { openCodeReader, parseUnitNumber } from './scan-units.ts';

const INTERVAL_MS = 250;

type Props = { onFound: (number: string) => void; onClose: () => void };

/** The picture of the camera until it shows a code. */
export function UnitScanner({ onFound, onClose }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // The page is drawn again while items are sent; the camera stays on.
  const found = useEffectEvent(onFound);
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    const scan = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const element = video.current;
      if (isOver || !element) return;
      element.srcObject = stream;
      await element.play();
      const reader = openCodeReader();
      while (!isOver) {
        const [code] = await reader.detect(element);
        const number = code && parseUnitNumber(code.rawValue);
        if (number && !isOver) return found(number);
        await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
      }
    };
    scan()
      .catch(() => !isOver && setFailure('The camera did not start. Type the number instead.'))
      .finally(() => isOver && stop(stream));
    return () => {
      isOver = true;
      stop(stream);
    };
  }, []);
  return (
    <div className="space-y-2">
      {failure ? (
        <p role="alert" className="font-semibold text-danger">
          {failure}
        </p>
      ) : (
        <>
          <video
            ref={video}
            playsInline
            muted
            className="aspect-4/3 w-full rounded-lg bg-livery object-cover"
          />
          <p role="status">Point the camera at the code.</p>
        </>
      )}
      <button type="button" onClick={onClose} className={LARGE_BUTTON}>
        Stop scanning
      </button>
    </div>
  );
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
