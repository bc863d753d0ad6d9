import { useEffect, useRef, useState } from 'react';
import type { OpenBookingDialog } from './BookingDialog.tsx';

/** Which dialog is open. If the button that opened it is gone when it closes, the element with `fallbackId` gets the focus. */
export function useBookingDialog(fallbackId: string) {
  const [opened, setOpened] = useState<OpenBookingDialog | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasOpen.current && opened === null && isLost) document.getElementById(fallbackId)?.focus();
    wasOpen.current = opened !== null;
  }, [opened, fallbackId]);
  return { opened, open: setOpened, close: () => setOpened(null) };
}
