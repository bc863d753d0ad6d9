import { useEffect, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { finishingRecordings } from './finish-stop.ts';
import { PartForm } from './PartForm.tsx';
import { photoOfCanvas } from './photo.ts';
import { currentPlace } from './position.ts';
import type { PartProps } from './StopPage.tsx';
import { useRecording } from './use-recording.ts';

/** Drawn with a finger; black on white in every theme, because it is stored as a picture. */
export function SignaturePart({ state, onClose }: PartProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { isBusy, save } = useRecording(state, onClose);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    fitCanvas(element);
    const drawn = new SignaturePad(element, {
      backgroundColor: '#ffffff',
      penColor: '#000000',
      minWidth: 1.5,
      maxWidth: 4,
    });
    drawn.addEventListener('beginStroke', () => setError(null));
    pad.current = drawn;
    let width = element.offsetWidth;
    // The phone was turned: the strokes stay, and new ones follow the finger. A keyboard changes only the height.
    const onResize = () => {
      if (element.offsetWidth === width) return;
      const scale = Math.min(1, element.offsetWidth / width);
      width = element.offsetWidth;
      const strokes = drawn.toData();
      fitCanvas(element);
      drawn.fromData(
        strokes.map((stroke) => ({
          ...stroke,
          points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
        })),
      );
    };
    window.addEventListener('resize', onResize);
    return () => {
      window.removeEventListener('resize', onResize);
      drawn.off();
    };
  }, []);
  const finishing = finishingRecordings(state, { hasSignature: true });
  const submit = () => {
    const element = canvas.current;
    if (!element || !pad.current || pad.current.isEmpty()) {
      setError('Draw the signature in the white field first');
      return;
    }
    void save(async () => {
      const photoId = crypto.randomUUID();
      const payload = { photoId, ...(name.trim() && { name: name.trim() }) };
      return [
        {
          kind: 'photo',
          id: photoId,
          type: 'signature',
          ...(await photoOfCanvas(element)),
          ...currentPlace(),
        },
        { kind: 'action', type: 'signature', payload },
        ...(finishing ?? []),
      ];
    });
  };
  return (
    <PartForm
      button={finishing ? 'Save and finish the stop' : 'Save the signature'}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label="Field for the signature"
        className="h-56 w-full touch-none rounded-lg border-2 border-edge bg-white"
      />
      {error && (
        <p role="alert" className="font-semibold text-danger">
          {error}
        </p>
      )}
      <button type="button" onClick={() => pad.current?.clear()} className={LARGE_BUTTON}>
        Clear
      </button>
      <TextField
        name="name"
        label="Name of the person (optional)"
        autoComplete="off"
        autoCapitalize="words"
        maxLength={200}
        value={name}
        error={undefined}
        onChange={({ target }) => setName(target.value)}
      />
    </PartForm>
  );
}

/** Gives the canvas as many pixels as it covers on the screen. What is drawn on it is lost. */
function fitCanvas(element: HTMLCanvasElement): void {
  const ratio = Math.max(1, window.devicePixelRatio);
  Object.assign(element, { width: element.offsetWidth * ratio, height: element.offsetHeight * ratio });
  element.getContext('2d')?.scale(ratio, ratio);
}
