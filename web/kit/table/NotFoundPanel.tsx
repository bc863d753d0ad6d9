import type { ReactNode } from 'react';
import { CallError } from '#web/api/call.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { Button, buttonClass } from '#web/kit/ui/Button.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';

/** Why a record could not be read; only some reasons are final. */
export type Missing = { status: 404 } | { error: Error; isTrying: boolean; onRetry: () => void };

type Props = {
  missing: Missing;
  /** 'Booking Not Found'. */
  title: string;
  /** What failed; the status follows it. */
  failed: string;
  /** The text for a record that does not exist. */
  gone: string;
  /** The link back, with the given classes. */
  back: (className: string) => ReactNode;
};

/** Why a page cannot be shown. A temporary failure can be retried. */
export function NotFoundPanel({ missing, title, failed, gone, back }: Props) {
  const failure = 'error' in missing ? missing : null;
  const status = failure ? statusOf(failure.error) : 404;
  const isFinal = status === 404;
  return (
    <section className="mx-auto max-w-xl rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-7">
      <div className="flex items-center gap-3">
        <Icon name="warning" className="size-6 text-danger" />
        <PageHeading title={title} className="text-xl" />
      </div>
      <div role="alert" className="mt-3 space-y-2 text-ink-soft">
        <p>
          {failed}: {status ?? 'no answer'}
        </p>
        <p>{isFinal ? gone : reasonText(failure?.error)}</p>
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {failure && !isFinal && (
          <Button onClick={failure.onRetry} aria-disabled={failure.isTrying}>
            {failure.isTrying ? 'Trying again...' : 'Retry'}
          </Button>
        )}
        {back(buttonClass(failure && !isFinal ? 'secondary' : 'primary'))}
      </div>
    </section>
  );
}

function statusOf(error: Error): number | null {
  return error instanceof CallError ? error.status : null;
}
