import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { CatalogSection } from '#domain/catalog/rate-card.ts';
import { SECTION_LABELS } from '#domain/catalog/sections.ts';
import { errorText, isCode } from '#web/api/call.ts';
import { catalogDifferencesQuery, useRebaseDraft } from '#web/api/catalog-publish.ts';
import { FormDialog } from '#web/kit/form/dialog/FormDialog.tsx';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { type Difference, DifferenceLines, listChangedSections } from './DifferenceList.tsx';

type Props = { draft: CatalogDraft; onClose: () => void };

/**
 * For a draft of a version that is no longer published: shows the differences section by section, and asks which
 * sections are taken from the published version.
 */
export function RebaseDialog({ draft, onClose }: Props) {
  return (
    <LoadingDialog
      query={catalogDifferencesQuery()}
      title="Bring the draft up to date"
      subject="The list of differences"
      onClose={onClose}
    >
      {({ value, etag }) => <RebaseForm draft={draft} listed={value} etag={etag} onClose={onClose} />}
    </LoadingDialog>
  );
}

type Listed = { publishedId: number; differences: Difference[] };

function RebaseForm({ draft, listed, etag, onClose }: Props & { listed: Listed; etag: string | null }) {
  const client = useQueryClient();
  const rebase = useRebaseDraft();
  const [taken, setTaken] = useState<CatalogSection[]>([]);
  const { publishedId, differences } = listed;
  const sections = listChangedSections(differences);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const take = taken.filter((section) => sections.includes(section));
    rebase.mutate(
      { body: { publishedId, take }, etag },
      { onSuccess: onClose, onError: () => void client.invalidateQueries(catalogDifferencesQuery()) },
    );
  };
  const pick = (section: CatalogSection, isTaken: boolean) =>
    setTaken((old) => (isTaken ? [...old, section] : old.filter((one) => one !== section)));
  return (
    <FormDialog
      title="Bring the draft up to date"
      text={`Version ${publishedId} was published after this draft was started from version ${draft.baseId}. Choose for each section whether the draft keeps its own values.`}
      submitText="Continue with these"
      pendingText="Saving..."
      isPending={rebase.isPending}
      isDirty={taken.length > 0}
      error={rebase.error && failureOf(rebase.error)}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {sections.length === 0 && <p>The draft has no differences to version {publishedId}.</p>}
      {sections.map((section) => (
        <fieldset key={section} className="rounded-md border border-line p-3">
          <legend className="px-1 font-semibold">{SECTION_LABELS[section]}</legend>
          <DifferenceLines differences={differences} section={section} />
          <div className="mt-2 flex flex-wrap gap-x-6">
            {[false, true].map((isTaken) => (
              <label key={String(isTaken)} className="touch inline-flex items-center gap-2 text-sm">
                <input
                  type="radio"
                  name={`take-${section}`}
                  checked={taken.includes(section) === isTaken}
                  onChange={() => pick(section, isTaken)}
                  className="size-5 accent-brand"
                />
                {isTaken ? `Take version ${publishedId}` : 'Keep the draft'}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </FormDialog>
  );
}

function failureOf(error: Error): string {
  return isCode(error, 'stale')
    ? 'The draft or the published version changed while this dialog was open. The list is new now: check your choices, then continue.'
    : errorText(error, 'The draft could not be brought up to date. Check your connection and try again.');
}
