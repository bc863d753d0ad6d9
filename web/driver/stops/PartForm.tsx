import type { ReactNode } from 'react';
import { PRIMARY_BUTTON } from '#web/driver/DriverFrame.tsx';

type Props = { button: string; isBusy: boolean; onSubmit: () => void; children: ReactNode };

/** A form on a page of its own, with its button at the bottom. */
export function PartForm({ button, isBusy, onSubmit, children }: Props) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex flex-1 flex-col text-lg"
    >
      <div className="flex-1 space-y-4">{children}</div>
      <div className="safe-bottom sticky bottom-0 max-h-[40dvh] overflow-y-auto -mx-4 mt-4 -mb-4 border-edge border-t bg-surface px-4 pt-[min(0.75rem,10px)]">
        <button type="submit" aria-disabled={isBusy} className={PRIMARY_BUTTON}>
          {isBusy ? 'Saving...' : button}
        </button>
      </div>
    </form>
  );
}
