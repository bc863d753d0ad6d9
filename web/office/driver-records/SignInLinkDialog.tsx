import { useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { DRIVER_LINK_MS } from '#domain/dispatch/driver-links.ts';
import { errorText } from '#web/api/call.ts';
import { useCreateDriverLink } from '#web/api/drivers.ts';
import { Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import { CONTROL } from '#web/kit/form/Field.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons } from '#web/kit/ui/dialog/Dialog.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

/** An account with the role driver. */
export type LinkedDriver = { id: number; name: string };
type Props = { driver: LinkedDriver; onClose: () => void };
type CreatedLink = { url: string; canText: boolean; createdAtMs: number };

/** Creates a link that signs a driver in on the phone: to be scanned, copied or shared. */
export function SignInLinkDialog({ driver, onClose }: Props) {
  const { mutate, isPending, error } = useCreateDriverLink();
  // The last link that was created: it stays when texting another one fails.
  const [link, setLink] = useState<CreatedLink | null>(null);
  const secondsLeft = useSecondsLeft(link?.createdAtMs ?? 0);
  const create = (sendText: boolean) => {
    if (isPending) return;
    mutate(
      { userId: driver.id, ...(sendText && { sendText }) },
      {
        onSuccess: ({ url, canText }) => {
          setLink({ url, canText, createdAtMs: Date.now() });
          if (!sendText) return;
          toast({ title: 'Sent', text: `${driver.name} gets the link by text.`, variant: 'plain' });
        },
      },
    );
  };
  const isOpen = link !== null && secondsLeft > 0;
  return (
    <Dialog
      title="Sign-in link"
      text={
        <p>
          <Named>{driver.name}</Named> signs in with this link without a password, once, within 10 minutes.
          Anyone who has the link can use it: share it with the driver only.
        </p>
      }
      layout="narrow"
      error={error && errorText(error, 'The link could not be created. Try again.')}
      onClose={isPending ? null : onClose}
      footer={
        <DialogButtons>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {!isOpen && (
            <Button aria-disabled={isPending} onClick={() => create(false)}>
              {createText(isPending, link !== null)}
            </Button>
          )}
        </DialogButtons>
      }
    >
      <p role="status" className="mt-4 font-semibold empty:hidden">
        {link && !isOpen && 'The 10 minutes are over. This link no longer works.'}
      </p>
      {isOpen && (
        <OpenLink
          url={link.url}
          secondsLeft={secondsLeft}
          isTexting={isPending}
          onText={link.canText ? () => create(true) : null}
        />
      )}
    </Dialog>
  );
}

function createText(isPending: boolean, isAgain: boolean): string {
  if (isPending) return 'Creating...';
  return isAgain ? 'Create a new link' : 'Create link';
}

/** Counts on this computer: its clock may differ from that of the server. */
function useSecondsLeft(createdAtMs: number): number {
  const [nowMs, setNowMs] = useState(createdAtMs);
  useEffect(() => {
    if (createdAtMs === 0) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [createdAtMs]);
  return Math.ceil((createdAtMs + DRIVER_LINK_MS - Math.max(nowMs, createdAtMs)) / 1000);
}

type OpenLinkProps = {
  url: string;
  secondsLeft: number;
  isTexting: boolean;
  /** Null when texts are not set up, or the account has no valid number. */
  onText: (() => void) | null;
};

function OpenLink({ url, secondsLeft, isTexting, onText }: OpenLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: 'Copied', text: 'Sign-in link copied to clipboard.', variant: 'plain' });
    } catch {
      field.current?.focus();
      const text = 'The browser did not allow it. The link is selected: copy it by hand.';
      toast({ title: 'Not copied', text, variant: 'destructive' });
    }
  };
  return (
    <div className="mt-4 space-y-4">
      <QrCode text={url} />
      <p className="text-center text-sm">
        Scan it with the camera of the phone. Ends in{' '}
        <span role="timer" className="font-semibold tabular-nums">
          {timeText(secondsLeft)}
        </span>
      </p>
      <input
        ref={field}
        readOnly
        aria-label="Link"
        dir="ltr"
        value={url}
        onFocus={({ target }) => target.select()}
        className={`${CONTROL} text-sm`}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()}>
          Copy link
        </Button>
        {onText && (
          <Button variant="secondary" aria-disabled={isTexting} onClick={onText}>
            {isTexting ? 'Sending...' : 'Send by text'}
          </Button>
        )}
        {typeof navigator.share === 'function' && (
          <Button variant="secondary" onClick={() => void share(url)}>
            Share
          </Button>
        )}
      </div>
    </div>
  );
}

async function share(url: string): Promise<void> {
  try {
    await navigator.share({ title: 'Sign in to the driver app', url });
  } catch {
    // The user closed the menu of the phone: the link is still shown.
  }
}

/** 571 is '9:31'. */
function timeText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Dark on light in both themes, because many cameras do not read the inverse. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label="QR code of the sign-in link"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto block size-56 rounded-md bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
