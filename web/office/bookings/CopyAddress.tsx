import { type ReactNode, useState } from 'react';
import { rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { Drawing } from '#web/kit/ui/Icon.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';

const CopyByHand = lazyDialog(async () => (await import('./CopyByHand.tsx')).CopyByHand);

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
      <button
        type="button"
        onClick={() => void copy()}
        title={children ? 'Copy Address' : undefined}
        className={className}
      >
        <Drawing d="M9 9h11v11H9zM15 5H4v11h1.5" className="size-4" />
        Copy Address{children && ' '}
        {children}
      </button>
      {isRefused && <CopyByHand what="address" text={address} onClose={() => setRefused(false)} />}
    </>
  );
}
