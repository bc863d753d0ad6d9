import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { CONTROL } from '#web/form/Field.tsx';
import { rowButtonClass } from '#web/table/RowButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Modal } from '#web/ui/dialog/Modal.tsx';
import { Drawing } from '#web/ui/Icon.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';

type Props = { address: string; className?: string; children?: ReactNode };

/** Puts an address on the clipboard. Where the browser refuses, shows it ready to be copied by hand. */
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

/** Text for the clipboard, where the browser refuses: ready to be copied by hand. */
export function CopyByHand({ what, text, onClose }: CopyByHandProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Modal
      aria-labelledby="by-hand-title"
      onClose={onClose}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-lg border border-line p-5 text-left shadow-lift"
    >
      <h2 id="by-hand-title" className="text-xl">
        Copy the {what}
      </h2>
      <p id="by-hand-text" className="mt-2 whitespace-normal font-normal text-base text-ink-soft">
        The browser did not let the clipboard be used. The {what} is selected: copy it from here.
      </p>
      <textarea
        ref={field}
        readOnly
        rows={3}
        dir="auto"
        aria-label={what === 'link' ? 'Link' : 'Address'}
        aria-describedby="by-hand-text"
        value={text}
        className={`${CONTROL} mt-3`}
      />
      <div className="mt-4 flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
