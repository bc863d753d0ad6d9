import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CatalogDraft } from '#contract/catalog-draft.ts';
import { catalogDraftQuery } from '#web/api/catalog-draft.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { LoadingScreen } from '#web/kit/ui/page/LoadingScreen.tsx';
import { DraftBar } from './draft/DraftBar.tsx';
import { SettingsFrame } from './SettingsFrame.tsx';

type Props = {
  title: string;
  text: string;
  /** What is loaded, as a subject: 'The prices'. */
  subject: string;
  children: (draft: CatalogDraft) => ReactNode;
};

/** A tab of the settings that edits the draft of the catalog. */
export function DraftPage({ title, text, subject, children }: Props) {
  const { data: draft, error, isFetching, refetch } = useQuery(catalogDraftQuery());
  return (
    <SettingsFrame title={title} text={text}>
      <DraftBar />
      {draft && children(draft)}
      {!draft && !error && <LoadingScreen>Loading...</LoadingScreen>}
      {!draft && error && (
        <LoadFailure
          failed={`${subject} could not be loaded.`}
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </SettingsFrame>
  );
}
