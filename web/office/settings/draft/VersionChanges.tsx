import { catalogVersionQuery } from '#web/api/catalog-publish.ts';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { CloseFooter } from '#web/kit/ui/dialog/CloseFooter.tsx';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import { DifferenceList } from './DifferenceList.tsx';

type Props = { id: number; onClose: () => void };

/** What a version changed, compared with the version before, in words. */
export function VersionChanges({ id, onClose }: Props) {
  const title = `What version ${id} changed`;
  return (
    <LoadingDialog query={catalogVersionQuery(id)} title={title} subject="The version" onClose={onClose}>
      {({ note, previousId, differences }) => (
        <Dialog
          layout="wide"
          footer={<CloseFooter onClose={onClose} />}
          title={title}
          text={`${note}. Compared with version ${previousId}.`}
          onClose={onClose}
        >
          <div className="mt-4">
            {differences.length === 0 ? (
              <p className="text-ink-soft">It has the same values.</p>
            ) : (
              <DifferenceList differences={differences} />
            )}
          </div>
        </Dialog>
      )}
    </LoadingDialog>
  );
}
