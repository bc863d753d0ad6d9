import { type ReactNode, useState } from 'react';
import { rowButtonClass } from '#web/table/RowButton.tsx';
import { Drawing } from '#web/ui/Icon.tsx';
import { toast } from '#web/ui/toast/toast-store.ts';
import { CopyByHand } from './CopyByHand.tsx';

type Props = { address: string; className?: string; children?: ReactNode };

/** Puts an address on the clipboard. Where the browser refuses, shows it ready to be copied by hand. */
export function CopyAddress({ address, className = rowButtonClass(), children }: Props) {
  const [isRefused, setRefused] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast({ title: 'Copied', text: 'Address copied to clipboard', look: 'plain' });
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
