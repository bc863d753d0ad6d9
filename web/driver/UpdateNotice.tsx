import { Notice } from '#web/kit/ui/Notice.tsx';
import { LARGE_BUTTON } from './DriverFrame.tsx';
import { unsentItems } from './outbox/recordings.ts';
import { useDriver } from './store.ts';
import { itemCount } from './words.ts';

/** Offers a newer version of the app, and says what happens to items that wait. */
export function UpdateNotice({ onStart, className }: { onStart: () => void; className: string }) {
  const unsent = useDriver(({ items }) => unsentItems(items).length);
  return (
    <Notice variant="attention" role="status" className={className}>
      <p className="font-semibold">A new version of this page is ready.</p>
      <p>
        {unsent === 0
          ? 'It starts in a moment, also without a connection.'
          : `${itemCount(unsent)} not sent yet: ${unsent === 1 ? 'it stays' : 'they stay'} on this phone, and the new version sends ${unsent === 1 ? 'it' : 'them'}.`}
      </p>
      <button type="button" onClick={onStart} className={`${LARGE_BUTTON} mt-2 mb-1`}>
        Start the new version
      </button>
    </Notice>
  );
}
