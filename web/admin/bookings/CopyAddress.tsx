import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { CONTROL } from '#web/form/Field.tsx';
import { rowButtonClass } from '#web/table/RowButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogButtons } from '#web/ui/dialog/Dialog.tsx';
import { Drawing } from '#web/ui/Icon.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

type Props = { address: string; className?: string; children?: ReactNode };

/** Copies an address to the clipboard. If the browser refuses, shows it selected, to be copied by hand. */
export function CopyAddress({ address, className = rowButtonClass(), children }: Props) {
  const [isRefused, setRefused] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast({ title: 'Copied', text: 'Address copied to clipboard', variant: 'plain' });
    } catch {
      setRefused(true);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()} className={className}>
        <Drawing d="M9 9h11v11H9zM15 5H4v11h1.5" className="size-4" />
        Copy Address{children && ' '}
        {children}
      </button>
      {isRefused && <CopyByHand what="address" text={address} onClose={() => setRefused(false)} />}
    </>
  );
}

type CopyByHandProps = { what: 'address' | 'link'; text: string; onClose: () => void };

/** Selected text to be copied by hand, if the browser refuses access to the clipboard. */
export function CopyByHand({ what, text, onClose }: CopyByHandProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Dialog
      title={`Copy the ${what}`}
      text={`The browser did not allow access to the clipboard. The ${what} is selected: copy it from here.`}
      layout="narrow"
      onClose={onClose}
    >
      <textarea
        ref={field}
        readOnly
        rows={3}
        dir="auto"
        aria-label={what === 'link' ? 'Link' : 'Address'}
        value={text}
        className={`${CONTROL} mt-3`}
      />
      <DialogButtons className="mt-4">
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
