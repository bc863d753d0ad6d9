import { useState } from 'react';
import type { DispatchSite } from '#contract/sites.ts';
import { sitesQuery, useDeleteSite } from '#web/api/dispatch-setup.ts';
import { MutationDialog, Named } from '#web/kit/form/dialog/MutationDialog.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { SetupHistory } from './SetupHistory.tsx';
import { SetupList, SetupPage, SetupRow } from './SetupList.tsx';
import { AddSiteDialog, EditSiteDialog, KIND_NAMES } from './SiteDialogs.tsx';
import { dayHoursText, hoursText, SITE_LABELS, siteValueText } from './site-values.ts';

type Kind = DispatchSite['kind'];
type OpenDialog = { type: 'add'; kind: Kind } | { type: 'edit' | 'delete'; site: DispatchSite };

const LISTS = [
  {
    kind: 'yard',
    title: 'Yards',
    text: 'Where your units and trucks are. Routes start and end at a yard.',
    empty: 'No yard yet. Add the one where your trucks start.',
  },
  {
    kind: 'disposal',
    title: 'Disposal sites',
    text: 'Landfills and transfer stations to which trucks bring full units.',
    empty: 'No disposal site yet.',
  },
] as const;

export function SitesPage() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  return (
    <SetupPage
      title="Sites"
      text="Your yards, and the disposal sites that your trucks drive to. A change takes effect at once."
      subject="The sites"
      query={sitesQuery}
    >
      {(sites, canWrite) => (
        <>
          {LISTS.map(({ kind, ...list }) => (
            <SetupList
              key={kind}
              {...list}
              rows={sites.filter((site) => site.kind === kind)}
              actions={
                canWrite && (
                  <Button className="max-sm:w-full" onClick={() => setDialog({ type: 'add', kind })}>
                    Add a {KIND_NAMES[kind]}
                  </Button>
                )
              }
            >
              {(site) => (
                <SetupRow
                  key={site.id}
                  name={site.name}
                  badge={site.lat === null && <Badge variant="attention">Not on the map</Badge>}
                  canWrite={canWrite}
                  onEdit={() => setDialog({ type: 'edit', site })}
                  onDelete={() => setDialog({ type: 'delete', site })}
                >
                  <SiteFacts site={site} />
                </SetupRow>
              )}
            </SetupList>
          ))}
          <SetupHistory
            kind="site"
            text="Sites that were added, changed and deleted."
            labels={SITE_LABELS}
            valueText={siteValueText}
          />
          {dialog?.type === 'add' && <AddSiteDialog kind={dialog.kind} onClose={close} />}
          {dialog?.type === 'edit' && <EditSiteDialog site={dialog.site} onClose={close} />}
          {dialog?.type === 'delete' && <DeleteSiteDialog site={dialog.site} onClose={close} />}
        </>
      )}
    </SetupPage>
  );
}

function SiteFacts({ site: { kind, address, hours, dayHours, acceptedWaste } }: { site: DispatchSite }) {
  return (
    <>
      {address && <p dir="auto">{address}</p>}
      <p className="text-ink-soft">{hoursText(hours)}</p>
      {dayHours.map((day) => (
        <p key={day.day} className="font-semibold">
          {dayHoursText(day)}
        </p>
      ))}
      {kind === 'disposal' && (
        <p dir="auto" className="line-clamp-2 text-ink-soft">
          Accepts {acceptedWaste?.join(', ') ?? 'everything'}
        </p>
      )}
    </>
  );
}

function DeleteSiteDialog({ site, onClose }: { site: DispatchSite; onClose: () => void }) {
  return (
    <MutationDialog
      title={`Delete ${KIND_NAMES[site.kind]}?`}
      confirmText="Delete"
      pendingText="Deleting..."
      mutation={useDeleteSite()}
      target={site}
      done={{ title: 'Site deleted', text: `${site.name} is gone.` }}
      failed="The site could not be deleted"
      onClose={onClose}
    >
      <p>
        Routes can no longer use <Named>{site.name}</Named>. Past stops keep it. This cannot be undone.
      </p>
    </MutationDialog>
  );
}
