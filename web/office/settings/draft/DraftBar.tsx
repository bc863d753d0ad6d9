import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { SECTION_LABELS } from '#domain/catalog/sections.ts';
import { catalogDraftQuery } from '#web/api/catalog-draft.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { PATHS } from '#web/paths.ts';
import { DiscardDialog } from './DiscardDialog.tsx';
import { LiveNotice } from './LiveNotice.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { RebaseDialog } from './RebaseDialog.tsx';

const PreviewView = lazyDialog(async () => (await import('./PreviewView.tsx')).PreviewView);

type OpenDialog = 'preview' | 'publish' | 'discard' | 'rebase';

/** Whether there is a draft of the catalog, what differs in it, and the buttons to publish or discard it. */
export function DraftBar() {
  const { data: draft } = useQuery(catalogDraftQuery());
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [published, setPublished] = useState<number | null>(null);
  if (!draft) return null;
  const close = () => setOpen(null);
  const { changed, isSuperseded } = draft;
  const hasDraft = draft.id !== null;
  return (
    <section aria-label="Draft of the catalog" className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-4">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {hasDraft ? <Badge variant="attention">Draft</Badge> : <Badge variant="good">Published</Badge>}
            {hasDraft
              ? `Based on version ${draft.baseId}`
              : `Version ${draft.publishedId} is what customers see`}
          </p>
          <p className="mt-1 text-ink-soft text-sm">
            {summary(
              hasDraft,
              changed.map((one) => SECTION_LABELS[one]),
            )}
          </p>
        </div>
        <Link
          to={PATHS.adminVersions}
          className="touch inline-flex items-center text-brand underline underline-offset-4 max-sm:basis-full"
        >
          Versions
        </Link>
        {hasDraft && (
          <>
            <Button variant="secondary" onClick={() => setOpen('discard')} className="max-sm:flex-1">
              Discard draft
            </Button>
            <Button variant="secondary" onClick={() => setOpen('preview')} className="max-sm:flex-1">
              Preview
            </Button>
            <Button onClick={() => setOpen(isSuperseded ? 'rebase' : 'publish')} className="max-sm:flex-1">
              {isSuperseded ? 'Bring up to date...' : 'Publish...'}
            </Button>
          </>
        )}
      </div>
      {published !== null && <LiveNotice key={published} version={published} />}
      {open === 'preview' && <PreviewView onClose={close} />}
      {open === 'publish' && (
        <PublishDialog
          onPublished={(id) => {
            setPublished(id);
            close();
          }}
          onClose={close}
        />
      )}
      {open === 'rebase' && <RebaseDialog draft={draft} onClose={close} />}
      {open === 'discard' && <DiscardDialog onClose={close} />}
    </section>
  );
}

function summary(hasDraft: boolean, sections: string[]): string {
  if (!hasDraft) return 'What you change here becomes a draft. Customers see it when you publish it.';
  if (sections.length === 0) return 'The draft equals what customers see.';
  return `Different from what customers see: ${sections.join(', ')}.`;
}
