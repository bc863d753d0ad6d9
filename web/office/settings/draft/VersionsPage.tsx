import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CatalogVersion } from '#contract/catalog-publish.ts';
import { formatMoment } from '#domain/shared/days.ts';
import { catalogVersionsQuery, useStartDraft } from '#web/api/catalog-publish.ts';
import { site } from '#web/config.ts';
import { MutationDialog } from '#web/kit/form/dialog/MutationDialog.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { LoadingScreen } from '#web/kit/ui/page/LoadingScreen.tsx';
import { SettingsFrame } from '#web/office/settings/SettingsFrame.tsx';
import { PATHS } from '#web/paths.ts';
import { DraftBar } from './DraftBar.tsx';
import { VersionChanges } from './VersionChanges.tsx';

export default function VersionsPage() {
  const { data: versions, error, isFetching, refetch } = useQuery(catalogVersionsQuery());
  const [from, setFrom] = useState<number | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const start = useStartDraft();
  const navigate = useNavigate();
  const close = () => setFrom(null);
  return (
    <SettingsFrame title="Versions of the catalog" text="Everything that was published, the newest first.">
      <DraftBar />
      {!versions && !error && <LoadingScreen>Loading the versions...</LoadingScreen>}
      {!versions && error && (
        <LoadFailure
          failed="The versions could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <ol className="space-y-3">
        {versions?.map((version) => (
          <VersionCard
            key={version.id}
            version={version}
            onStart={() => setFrom(version.id)}
            onOpen={isFirst(version) ? null : () => setOpened(version.id)}
          />
        ))}
      </ol>
      {opened !== null && <VersionChanges id={opened} onClose={() => setOpened(null)} />}
      {from !== null && (
        <MutationDialog
          title={`Start a draft from version ${from}?`}
          confirmText="Start draft"
          pendingText="Starting..."
          mutation={start}
          target={from}
          done={() => {
            void navigate(PATHS.adminPrices);
            return { title: 'Draft started', text: `It has the values of version ${from}.` };
          }}
          failed="The draft could not be started."
          onClose={close}
        >
          The draft gets all values of version {from}. Customers see them when you publish it.
        </MutationDialog>
      )}
    </SettingsFrame>
  );
}

type CardProps = {
  version: CatalogVersion;
  onStart: () => void;
  /** Null for the first version, which changed nothing. */
  onOpen: (() => void) | null;
};

function VersionCard({ version, onStart, onOpen }: CardProps) {
  const { id, status, note, publishedBy, bookings } = version;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-4">
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <h2 className="flex flex-wrap items-center gap-2 text-lg">
          Version {id} {status === 'published' && <Badge variant="good">Published</Badge>}
        </h2>
        <p className="wrap-anywhere mt-0.5">{note}</p>
        <p className="mt-0.5 text-ink-soft text-sm">
          {publishedAtText(version)}
          {publishedBy && ` by ${publishedBy}`}. {bookings === 1 ? '1 booking' : `${bookings} bookings`} with
          its prices.
        </p>
      </div>
      {onOpen && (
        <Button variant="secondary" onClick={onOpen} className="max-sm:flex-1">
          What changed<span className="sr-only"> in version {id}</span>
        </Button>
      )}
      <Button variant="secondary" onClick={onStart} className="max-sm:flex-1">
        Start a draft from this one
      </Button>
    </li>
  );
}

/** The first version has no time: it came with the system. */
function isFirst({ publishedAt }: CatalogVersion): boolean {
  return Date.parse(publishedAt) === 0;
}

function publishedAtText(version: CatalogVersion): string {
  return isFirst(version)
    ? 'Came with the system'
    : formatMoment(Date.parse(version.publishedAt), site.timeZone);
}
