import { useState } from 'react';
import type { Board } from '#contract/dispatch.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';

const CarryOverDialog = lazyDialog(async () => (await import('./CarryOverDialog.tsx')).CarryOverDialog);
const KeptWindowsDialog = lazyDialog(async () => (await import('./KeptWindowsDialog.tsx')).KeptWindowsDialog);

/** What concerns the whole day: carrying over what was not done, and how often windows were kept. */
export function DayActions({ board, mayWrite }: { board: Board; mayWrite: boolean }) {
  const [dialog, setDialog] = useState<'carry' | 'kept' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      {mayWrite && board.day <= board.today && (
        <RowButton onClick={() => setDialog('carry')}>Carry over...</RowButton>
      )}
      <RowButton onClick={() => setDialog('kept')}>Windows kept</RowButton>
      {dialog === 'carry' && <CarryOverDialog board={board} onClose={close} />}
      {dialog === 'kept' && <KeptWindowsDialog onClose={close} />}
    </>
  );
}
