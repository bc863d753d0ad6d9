import { type FormEvent, useState } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import type { CatalogSection } from '#domain/catalog/rate-card.ts';
import { SECTION_LABELS } from '#domain/catalog/sections.ts';
import { errorText } from '#web/api/call.ts';
import { catalogDifferencesQuery, useRebaseDraft } from '#web/api/catalog-publish.ts';
import { FormDialog } from '#web/form/dialog/FormDialog.tsx';
import { LoadingDialog } from '#web/form/dialog/LoadingDialog.tsx';

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
      {({ value }) => <RebaseForm draft={draft} listed={value} onClose={onClose} />}
    </LoadingDialog>
  );
}

type Listed = { publishedId: number; differences: { section: CatalogSection; text: string }[] };

function RebaseForm({ draft, listed, onClose }: Props & { listed: Listed }) {
  const rebase = useRebaseDraft();
  const [taken, setTaken] = useState<CatalogSection[]>([]);
  const { publishedId, differences } = listed;
  const sections = [...new Set(differences.map(({ section }) => section))];
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    rebase.mutate({ publishedId, take: taken }, { onSuccess: onClose });
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
      error={rebase.error && errorText(rebase.error, 'The draft could not be brought up to date.')}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {sections.length === 0 && <p>The draft has no differences to version {publishedId}.</p>}
      {sections.map((section) => (
        <fieldset key={section} className="rounded-md border border-line p-3">
          <legend className="px-1 font-semibold">{SECTION_LABELS[section]}</legend>
          <ul className="list-disc space-y-1 pl-5 text-sm">
            {differences
              .filter((one) => one.section === section)
              .map(({ text }) => (
                <li key={text} className="wrap-anywhere">
                  {text}
                </li>
              ))}
          </ul>
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
