import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { listCatalogDifferences } from '#contract/catalog-publish.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { LIMITS } from '#contract/fields.ts';
import { SECTION_LABELS } from '#domain/catalog/sections.ts';
import { errorText, isCode } from '#web/api/call.ts';
import { catalogDifferencesQuery, usePublishCatalog } from '#web/api/catalog-publish.ts';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { LoadingDialog } from '#web/form/dialog/LoadingDialog.tsx';
import { TextField } from '#web/form/TextField.tsx';
import { bookingPath } from '#web/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { tabStorage } from '#web/ui/browser/storage.ts';
import { Notice } from '#web/ui/Notice.tsx';

const STORED_NOTE = 'settings-publish-note';

type Differences = ReplyOf<typeof listCatalogDifferences>;
type Props = { onPublished: (id: number) => void; onClose: () => void };

/** Lists what publishing the draft changes, asks for a note and publishes it. */
export function PublishDialog(props: Props) {
  return (
    <LoadingDialog
      query={catalogDifferencesQuery()}
      title="Publish the draft"
      subject="The list of changes"
      onClose={props.onClose}
    >
      {({ value, etag }) => <PublishForm {...props} listed={value} etag={etag} />}
    </LoadingDialog>
  );
}

function PublishForm({
  listed,
  etag,
  onPublished,
  onClose,
}: Props & { listed: Differences; etag: string | null }) {
  const publish = usePublishCatalog();
  const [note, setNote] = useState(tabStorage.get(STORED_NOTE) ?? '');
  const [noteError, setNoteError] = useState<string | undefined>(undefined);
  const { issues, differences } = listed;
  const isBlocked = issues.length > 0 || differences.length === 0;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlocked) return onClose();
    if (note.trim() === '') return setNoteError('Say what changes and why');
    publish.mutate(
      { note, etag },
      {
        onSuccess: ({ id }) => {
          tabStorage.remove(STORED_NOTE);
          onPublished(id);
        },
      },
    );
  };
  return (
    <FormDialog
      title="Publish the draft"
      text={isBlocked ? undefined : 'Customers see these changes within three minutes.'}
      submitText={isBlocked ? 'Back to the settings' : 'Publish'}
      pendingText="Publishing..."
      isPending={publish.isPending}
      isDirty={false}
      error={publish.error && failure(publish.error)}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {issues.length > 0 && <Issues issues={issues} />}
      <Changes differences={differences} />
      <Broken listed={listed} />
      {!isBlocked && (
        <TextField
          name="note"
          label="Note for the list of versions"
          maxLength={LIMITS.address}
          autoComplete="off"
          value={note}
          onChange={(event) => {
            setNote(event.target.value);
            setNoteError(undefined);
            tabStorage.set(STORED_NOTE, event.target.value);
          }}
          error={noteError}
        />
      )}
    </FormDialog>
  );
}

function failure(error: Error): string {
  if (isCode(error, 'stale'))
    return 'The draft changed while you were reading. Close this dialog and publish again to see all changes.';
  return errorText(error, 'The draft could not be published. Customers still see the previous version.');
}

function Issues({ issues }: Pick<Differences, 'issues'>) {
  return (
    <Notice variant="danger" role="alert">
      <p className="font-semibold">This draft cannot be published yet:</p>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
        {issues.map(({ path, message }) => (
          <li key={`${path} ${message}`} className="wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Lists of this length are shown as a whole; longer ones after a click. */
const SHOWN_CHANGES = 12;

function Changes({ differences }: Pick<Differences, 'differences'>) {
  if (differences.length === 0)
    return <p className="text-ink-soft">The draft equals what customers see. There is nothing to publish.</p>;
  const sections = [...new Set(differences.map(({ section }) => section))];
  return (
    <div className="space-y-4">
      {sections.map((section) => (
        <section key={section} aria-label={SECTION_LABELS[section]}>
          <h3 className="font-semibold">{SECTION_LABELS[section]}</h3>
          <Lines texts={differences.filter((one) => one.section === section).map(({ text }) => text)} />
        </section>
      ))}
    </div>
  );
}

function Lines({ texts }: { texts: string[] }) {
  const [isWhole, setWhole] = useState(texts.length <= SHOWN_CHANGES);
  return (
    <>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-sm">
        {texts.slice(0, isWhole ? texts.length : SHOWN_CHANGES).map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          Show all {texts.length}
        </Button>
      )}
    </>
  );
}

/** Coming bookings that break a new rule. They are not changed. */
function Broken({ listed }: { listed: Differences }) {
  const { brokenBookings, brokenBookingsCount: count, overfullDays } = listed;
  if (count === 0 && overfullDays.length === 0) return null;
  return (
    <Notice variant="attention" role="note">
      <p className="font-semibold">Bookings that do not fit the new rules. They stay as they are:</p>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
        {brokenBookings.map(({ bookingId, customerName, text }) => (
          <li key={bookingId} className="wrap-anywhere">
            <Link to={bookingPath(bookingId)} className="underline underline-offset-4">
              #{bookingId} {customerName}
            </Link>
            : {text}
          </li>
        ))}
        {count > brokenBookings.length && <li>and {count - brokenBookings.length} more</li>}
        {overfullDays.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}
