import { useEffect, useRef } from 'react';
import type { Board, BoardJob } from '#contract/dispatch.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import type { BoardActions } from './use-board.ts';
import type { RefusedChange } from './use-refused.ts';
import { jobsById } from './words.ts';

type Props = {
  board: Board;
  changes: BoardActions;
  onChooseUnit: (job: BoardJob) => void;
  /** Before the pressed button is removed with its notice. */
  onAnswered: () => void;
};

/** The changes that were not stored: each can be made on the board as it is now, with one tap. */
export function RefusedNotices({ board, changes, onChooseUnit, onAnswered }: Props) {
  const box = useFocusOnRefusal(changes.refused);
  const jobs = jobsById(board);
  const stuckIn = ({ code, jobId }: RefusedChange) =>
    code === 'unit_elsewhere' && jobId !== null ? jobs.get(jobId) : undefined;
  const pressed = (run: () => void) => {
    onAnswered();
    run();
  };
  const notices = changes.refused.map((one) => (
    <Notice key={one.id} variant="danger" role="alert" className="shadow-lift">
      <p id={textId(one)} className="text-sm">
        <bdi className="font-semibold">{one.name}</bdi> was not saved. <bdi>{one.text}</bdi>
        {one.retry === null && ' It is not possible any more on the board as it is now.'}
      </p>
      {/* Its name is read again with the first answer, which interrupts the alert when it takes the focus. */}
      <fieldset
        aria-labelledby={textId(one)}
        data-refused={one.id}
        className="mt-2 flex min-w-0 flex-wrap gap-2"
      >
        <ChooseUnit job={stuckIn(one)} onChoose={onChooseUnit} />
        {one.retry && one.code === 'load' && (
          <RowButton onClick={() => pressed(() => changes.retry(one, { addYardStops: true }))}>
            Add with yard stops
          </RowButton>
        )}
        {one.retry && one.code !== 'load' && (
          <RowButton onClick={() => pressed(() => changes.retry(one))}>Place on the current board</RowButton>
        )}
        <RowButton onClick={() => pressed(() => changes.dismiss(one.id))}>Dismiss</RowButton>
      </fieldset>
    </Notice>
  ));
  // In view wherever on the board the change was made.
  return (
    <div
      ref={box}
      className="sticky top-16 z-20 max-h-[50dvh] space-y-2 overflow-y-auto empty:hidden max-md:top-28"
    >
      {notices}
    </div>
  );
}

const textId = ({ id }: RefusedChange) => `refused-${id}`;

/** For a job whose unit stays at another customer. */
function ChooseUnit({ job, onChoose }: { job: BoardJob | undefined; onChoose: (job: BoardJob) => void }) {
  if (!job) return null;
  return <RowButton onClick={() => onChoose(job)}>Choose another unit</RowButton>;
}

/** Users who type, choose in a dialog or menu, or answer another notice keep the focus. */
const BUSY = 'input:not([type=checkbox]), textarea, select, dialog, [role=menu], [data-refused]';

/** After a key press, the first answer of a new notice takes the focus: it is far from the cards by keyboard. */
function useFocusOnRefusal(refused: readonly RefusedChange[]) {
  const box = useRef<HTMLDivElement>(null);
  const known = useRef(new Set(refused.map(({ id }) => id)));
  const isByKey = useLastInputIsKey();
  useEffect(() => {
    const added = refused.find(({ id }) => !known.current.has(id));
    known.current = new Set(refused.map(({ id }) => id));
    if (!added || !isByKey.current || document.activeElement?.closest(BUSY)) return;
    box.current?.querySelector<HTMLElement>(`[data-refused="${added.id}"] button`)?.focus();
  }, [refused, isByKey]);
  return box;
}

function useLastInputIsKey() {
  const isKey = useRef(false);
  useEffect(() => {
    const note = ({ type }: Event) => {
      isKey.current = type === 'keydown';
    };
    const types = ['keydown', 'pointerdown'];
    for (const type of types) document.addEventListener(type, note, { capture: true });
    return () => {
      for (const type of types) document.removeEventListener(type, note, { capture: true });
    };
  }, []);
  return isKey;
}
