import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { listCatalogDifferences } from '#contract/catalog-publish.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { LIMITS } from '#contract/fields.ts';
import { SECTION_LABELS } from '#domain/catalog/sections.ts';
import { formatCount } from '#domain/shared/text.ts';
import { errorText, isCode } from '#web/api/call.ts';
import { catalogDifferencesQuery, usePublishCatalog } from '#web/api/catalog-publish.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';
import { Folded } from '#web/kit/ui/Folded.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { unsavedSections } from '#web/office/settings/section/stored-input.ts';
import { bookingPath, PATHS } from '#web/paths.ts';
import { DifferenceList } from './DifferenceList.tsx';
import { TermsConflicts } from './TermsConflicts.tsx';

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
  const client = useQueryClient();
  const publish = usePublishCatalog();
  const [note, setNote] = useState(tabStorage.get(STORED_NOTE) ?? '');
  const noteField = useRef<HTMLInputElement>(null);
  const [noteError, setNoteError] = useState<string | undefined>(undefined);
  const { issues, differences } = listed;
  const isBlocked = issues.length > 0 || differences.length === 0;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlocked) return onClose();
    if (note.trim() === '') {
      noteField.current?.focus();
      return setNoteError('Say what changes and why');
    }
    publish.mutate(
      { note, etag },
      {
        onSuccess: ({ id }) => {
          tabStorage.remove(STORED_NOTE);
          onPublished(id);
        },
        // What is listed can be why it failed.
        onError: () => void client.invalidateQueries(catalogDifferencesQuery()),
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
      <UnsavedInput />
      {differences.length === 0 ? (
        <p className="text-ink-soft">The draft equals what customers see. There is nothing to publish.</p>
      ) : (
        <DifferenceList differences={differences} />
      )}
      <BrokenBookings listed={listed} />
      <MissingUnits sizes={listed.sizesWithoutUnits} />
      <TermsConflicts />
      {!isBlocked && (
        <TextField
          name="note"
          ref={noteField}
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

/** What happened, and what to do next. */
function failure(error: Error): string {
  if (isCode(error, 'stale'))
    return 'The draft changed while this dialog was open, and is not published. The list is new now: check it, then publish.';
  if (isCode(error, 'conflict') && error.body && Object.hasOwn(error.body, 'publishedId'))
    return "Another version was published first. Close this dialog, then choose 'Bring up to date' to compare the draft with it.";
  const unknown =
    'The server did not answer. Close this dialog: if the bar above the settings still says Draft, publish again.';
  return errorText(error, unknown);
}

/** Input of this tab that is not saved to the draft is not published with it. */
function UnsavedInput() {
  const [sections] = useState(unsavedSections);
  if (sections.length === 0) return null;
  return (
    <Notice variant="attention" role="note">
      <p className="font-semibold">You have input that is not saved to the draft:</p>
      <p className="text-sm">
        {sections.map((section) => SECTION_LABELS[section]).join(', ')}. It is not published. Save it first if
        it belongs to this version.
      </p>
    </Notice>
  );
}

function Issues({ issues }: Pick<Differences, 'issues'>) {
  return (
    <Notice variant="danger" role="alert">
      <p className="font-semibold">This draft cannot be published yet:</p>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
        {issues.map(({ path, message }) => (
          <li key={`${path} ${message}`} dir="auto" className="wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Coming bookings that break a new rule. They are not changed. */
function BrokenBookings({ listed }: { listed: Differences }) {
  const { brokenBookings, brokenBookingsCount, overfullDays } = listed;
  if (brokenBookingsCount === 0 && overfullDays.length === 0) return null;
  const more = brokenBookingsCount - new Set(brokenBookings.map(({ bookingId }) => bookingId)).size;
  return (
    <Notice variant="attention" role="note">
      <p className="font-semibold">Bookings that do not fit the new rules. They stay as they are:</p>
      <Folded items={brokenBookings}>
        {(shown) => (
          <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
            {shown.map(({ bookingId, customerName, text }) => (
              <li key={`${bookingId} ${text}`} className="wrap-anywhere">
                <BookingLink id={bookingId}>
                  #{bookingId} <bdi>{customerName}</bdi>
                </BookingLink>
                : {text}
              </li>
            ))}
          </ul>
        )}
      </Folded>
      {more > 0 && (
        <p className="mt-2 text-sm">{more === 1 ? '1 more booking' : `${formatCount(more)} more bookings`}</p>
      )}
      <Folded items={overfullDays}>
        {(shown) => (
          <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
            {shown.map(({ text, bookingIds }) => (
              <li key={text}>
                {text}
                <Folded items={bookingIds}>
                  {(ids) => (
                    <span className="flex flex-wrap gap-x-3 gap-y-1">
                      {ids.map((id) => (
                        <BookingLink key={id} id={id}>
                          #{id}
                        </BookingLink>
                      ))}
                    </span>
                  )}
                </Folded>
              </li>
            ))}
          </ul>
        )}
      </Folded>
    </Notice>
  );
}

/** Offered sizes that are always sold out. A new size gets its first unit after it is published. */
function MissingUnits({ sizes }: { sizes: Differences['sizesWithoutUnits'] }) {
  if (sizes.length === 0) return null;
  return (
    <Notice variant="attention" role="note">
      <p className="font-semibold">Sizes that are always sold out:</p>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm">
        {sizes.map((name) => (
          <li key={name} className="wrap-anywhere">
            Customers cannot book the <bdi>{name}</bdi>: there is no unit of it yet.
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm">
        You can publish. After that, add the units in{' '}
        <Link to={PATHS.adminInventory} className="underline underline-offset-4">
          Inventory
        </Link>
        .
      </p>
    </Notice>
  );
}

function BookingLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to={bookingPath(id)} className="underline underline-offset-4">
      {children}
    </Link>
  );
}
