import { useState } from 'react';
import type { ActionType } from '#domain/dispatch/driver-actions.ts';
import { isAction, isOfTruck } from '#web/driver/outbox/items.ts';
import { undoableItems } from '#web/driver/outbox/order.ts';
import { takeBack, useDriver } from '#web/driver/store.ts';
import { itemLabel } from '#web/driver/words.ts';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';

type Props = {
  stopId: number;
  /** Only a tap with an action of this type. */
  type?: ActionType;
};

/** Takes back the last tap at a stop: for 10 seconds, and as long as it is not sent. */
export function UndoButton({ stopId, type }: Props) {
  const items = useDriver((driver) => driver.items);
  const [isLate, setLate] = useState(false);
  const last = undoableItems(items).filter((item) => item.stopId === stopId);
  const action = last.findLast(isAction);
  if (!action || (type ? action.type !== type : isOfTruck(action)))
    return isLate ? (
      <p role="status" className="w-full">
        It was sent already.
      </p>
    ) : null;
  const undo = async () => {
    // The second tap of a double tap must not press what is drawn next.
    pauseInput();
    setLate(!(await takeBack(last)));
  };
  return (
    <button
      type="button"
      onClick={() => void undo()}
      className="@container mb-[min(0.25rem,4px)] min-h-[min(2.75rem,44px)] w-full font-semibold leading-tight text-brand underline underline-offset-4"
    >
      Undo
      {/* Where the text is large for the phone, there is no room for more. */}
      <span className="@max-[16rem]:sr-only">: {itemLabel(action)}</span>
    </button>
  );
}
