import { type ReactNode, useState } from 'react';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import type { OutboxItem } from '#web/driver/outbox/items.ts';
import { discardItem } from '#web/driver/store.ts';
import { clockTime, itemLabel } from '#web/driver/words.ts';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';

type Props = {
  item: OutboxItem;
  timeZone: string;
  /** Its driver is not signed in: it can be deleted although it waits. */
  isOfOther?: boolean;
  /** What else can be done with it. */
  children?: ReactNode;
};

/** An item that the office does not have, and why. */
export function UnsentItem({ item, timeZone, isOfOther = false, children }: Props) {
  const isRefused = item.state === 'refused';
  return (
    <li
      className={`rounded-lg border-2 bg-surface p-4 text-ink ${isRefused ? 'border-danger' : 'border-edge'}`}
    >
      <p className="wrap-anywhere font-semibold text-lg">{itemLabel(item)}</p>
      <p className="wrap-anywhere text-ink-soft">
        <bdi>{item.stopName}</bdi>, {clockTime(item.deviceTime, timeZone)}
      </p>
      {isRefused ? (
        <p className="wrap-anywhere mt-2 font-semibold text-danger">Refused: {item.reason}</p>
      ) : (
        <p className="mt-1">Waiting to be sent</p>
      )}
      {(isRefused || isOfOther) && (
        <div className="mt-3 grid gap-2">
          {children}
          <DiscardButton item={item} />
        </div>
      )}
    </li>
  );
}

/** A second tap confirms it: the item cannot be brought back. */
function DiscardButton({ item }: { item: OutboxItem }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <button
        type="button"
        onClick={() => {
          setAsking(true);
          // The second tap of a double tap must not choose.
          pauseInput();
        }}
        className="min-h-14 font-semibold underline"
      >
        Delete this item
      </button>
    );
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      <button
        type="button"
        ref={(button) => button?.focus()}
        onClick={() => setAsking(false)}
        className={LARGE_BUTTON}
      >
        Keep it
      </button>
      <button
        type="button"
        onClick={() => void discardItem(item)}
        className={`${LARGE_BUTTON} border-danger! text-danger!`}
      >
        Delete for good
      </button>
    </div>
  );
}
