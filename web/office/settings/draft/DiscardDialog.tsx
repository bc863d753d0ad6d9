import { useQueryClient } from '@tanstack/react-query';
import { errorText, isCode } from '#web/api/call.ts';
import { catalogDifferencesQuery, useDiscardDraft } from '#web/api/catalog-publish.ts';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { announce } from '#web/kit/ui/Announcer.tsx';
import { ConfirmDialog } from '#web/kit/ui/dialog/ConfirmDialog.tsx';
import { DifferenceList } from './DifferenceList.tsx';

/** Lists what is lost with the draft, and discards it. */
export function DiscardDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const discard = useDiscardDraft();
  return (
    <LoadingDialog
      query={catalogDifferencesQuery()}
      title="Discard the draft?"
      subject="The list of changes"
      onClose={onClose}
    >
      {({ value: { differences }, etag }) => (
        <ConfirmDialog
          title="Discard the draft?"
          confirmText="Discard draft"
          pendingText="Discarding..."
          isPending={discard.isPending}
          error={discard.error && failureOf(discard.error)}
          onConfirm={() =>
            discard.mutate(etag, {
              onSuccess: () => {
                announce('The draft is discarded. The settings show the published catalog again.');
                onClose();
              },
              onError: () => void client.invalidateQueries(catalogDifferencesQuery()),
            })
          }
          onClose={onClose}
        >
          <p>
            {differences.length === 0
              ? 'The draft equals what customers see.'
              : 'These changes are lost, those of your colleagues too. What customers see does not change.'}
          </p>
          <div className="mt-4 text-ink">
            <DifferenceList differences={differences} />
          </div>
        </ConfirmDialog>
      )}
    </LoadingDialog>
  );
}

function failureOf(error: Error): string {
  return isCode(error, 'stale')
    ? 'The draft changed while this dialog was open. The list is new now: check it, then discard the draft.'
    : errorText(error, 'The draft could not be discarded. Check your connection and try again.');
}
