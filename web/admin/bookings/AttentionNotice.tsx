import { useEffect, useRef } from 'react';
import { ATTENTION_LABELS } from '#domain/bookings.ts';
import type { Read } from '#web/api/bookings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PaymentMismatch } from './PaymentMismatch.tsx';
import { useMayWrite } from './use-may-write.ts';
import { daysText } from './words.ts';

type Props = { read: Read; onAssign: () => void };

/** Why a booking must be looked at, and the way out. */
export function AttentionNotice({ read, onAssign }: Props) {
  const mayWrite = useMayWrite();
  const { needsAttention } = read.value;
  useFocusKept(needsAttention);
  if (!needsAttention) return null;
  return (
    <Notice look="danger" role="note">
      <p className="font-semibold">{ATTENTION_LABELS[needsAttention]}</p>
      {needsAttention === 'no_unit' ? (
        <>
          <p>No dumpster is set aside for {daysText(read.value)}.</p>
          {mayWrite && (
            <Button look="secondary" className="mt-3" onClick={onAssign}>
              Assign a dumpster
            </Button>
          )}
        </>
      ) : (
        <PaymentMismatch read={read} />
      )}
    </Notice>
  );
}

/** The button that took a flag away goes with it; who pressed it goes on at the head of the page. */
function useFocusKept(flag: string | null): void {
  const shown = useRef(flag);
  useEffect(() => {
    const isGone = shown.current !== null && shown.current !== flag;
    shown.current = flag;
    if (isGone && document.activeElement === document.body) document.querySelector('h1')?.focus();
  }, [flag]);
}
