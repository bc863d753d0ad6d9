import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isCode } from '#web/api/call.ts';
import { catalogDraftQuery } from '#web/api/catalog-draft.ts';
import { onPreviewMessage, previewRevision } from '#web/api/draft-preview.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { PATHS } from '#web/paths.ts';

/** How often the preview asks whether a colleague has changed the draft. */
const CHECK_MS = 10_000;

const DEVICES = [
  { id: 'desktop', label: 'Desktop', frame: 'w-full' },
  { id: 'phone', label: 'Phone', frame: 'w-full max-w-[375px] sm:border-x' },
] as const;
type Device = (typeof DEVICES)[number]['id'];

/** The public page with the draft, over the whole window. */
export function PreviewView({ onClose }: { onClose: () => void }) {
  const { frame, isOutdated, isSignedOut, reload, load } = usePreviewFrame();
  const [device, setDevice] = useState<Device>('desktop');
  return (
    <Dialog title="Preview of the draft" layout="full" onClose={onClose}>
      <div className="flex h-full flex-col bg-sunk">
        <div className="flex items-center gap-3 border-line border-b bg-surface px-3 py-2 sm:gap-4 sm:px-4">
          <Button variant="secondary" onClick={onClose}>
            <Icon name="left" className="size-4" />
            Back
          </Button>
          <p aria-hidden="true" className="mr-auto min-w-0 truncate font-display font-semibold text-lg">
            Preview<span className="max-sm:hidden"> of the draft</span>
          </p>
          <DeviceSwitch device={device} onPick={setDevice} />
          <Button variant="secondary" onClick={reload}>
            Reload
          </Button>
        </div>
        <div role="status">
          {isOutdated && (
            <p className="flex flex-wrap items-center justify-center gap-x-3 border-signal-line border-b bg-signal-soft px-4 py-1 text-on-signal text-sm">
              The draft has changed since this preview was loaded.
              <Button variant="quiet" onClick={reload}>
                Show the changes
              </Button>
            </p>
          )}
        </div>
        {/* Loaded again after the login. */}
        {!isSignedOut && (
          <iframe
            key={load}
            ref={frame}
            src={PATHS.adminPreview}
            title="The booking page with the draft"
            className={`mx-auto min-h-0 flex-1 border-line bg-paper ${DEVICES.find(({ id }) => id === device)?.frame}`}
          />
        )}
      </div>
    </Dialog>
  );
}

/** The frame says which revision it shows and when the session has ended; both are compared with the server's draft. */
function usePreviewFrame() {
  const { data: draft, error, refetch } = useQuery({ ...catalogDraftQuery(), refetchInterval: CHECK_MS });
  const frame = useRef<HTMLIFrameElement>(null);
  const [load, setLoad] = useState(0);
  const [shown, setShown] = useState<string | null>(null);
  useEffect(
    () =>
      onPreviewMessage(
        () => frame.current,
        (message) => {
          if (message.type === 'draft-preview') setShown(message.revision);
          // The answer ends the session of the back office, too.
          else if (message.type === 'draft-preview-signed-out') void refetch();
        },
      ),
    [refetch],
  );
  const reload = () => {
    setShown(null);
    setLoad((before) => before + 1);
    // Without a session the frame shows nothing; this answer asks for the login.
    void refetch();
  };
  return {
    frame,
    load,
    reload,
    isSignedOut: isCode(error, 'unauthenticated'),
    isOutdated: shown !== null && draft !== undefined && shown !== previewRevision(draft),
  };
}

type SwitchProps = { device: Device; onPick: (device: Device) => void };

/** A phone shows the page at its own width. */
function DeviceSwitch({ device, onPick }: SwitchProps) {
  return (
    <fieldset className="flex rounded-md border border-edge max-sm:hidden">
      <legend className="sr-only">Width of the preview</legend>
      {DEVICES.map(({ id, label }) => (
        <label
          key={id}
          className="touch relative inline-flex cursor-pointer items-center rounded-md px-4 font-semibold text-sm has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name="device"
            value={id}
            checked={device === id}
            onChange={() => onPick(id)}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
