import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { can } from '#domain/accounts/access.ts';
import { useSignedInUser } from '#web/api/auth.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { SettingsFrame } from '#web/office/settings/SettingsFrame.tsx';

type FrameProps<T, Key extends (string | number)[]> = {
  title: string;
  text: string;
  /** What is loaded: 'The trucks'. */
  subject: string;
  query: UseQueryOptions<T, Error, T, Key>;
  children: (loaded: T, canWrite: boolean) => ReactNode;
};

/** A settings page of dispatch. Without dispatch:write it is read-only. */
export function SetupPage<T, Key extends (string | number)[]>(props: FrameProps<T, Key>) {
  const { title, text, subject, query, children } = props;
  const { role } = useSignedInUser();
  const { data, error, isFetching, refetch } = useQuery(query);
  const canWrite = role !== null && can(role, 'dispatch:write');
  return (
    <SettingsFrame title={title} text={text}>
      {!canWrite && <Notice variant="quiet">Your role can read these settings, but not change them.</Notice>}
      {data !== undefined && children(data, canWrite)}
      {data === undefined && error && (
        <LoadFailure
          failed={`${subject} could not be loaded.`}
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !error && (
        <div role="status">
          <span className="sr-only">Loading...</span>
          <div aria-hidden="true" className="h-48 animate-pulse rounded-lg bg-sunk" />
        </div>
      )}
    </SettingsFrame>
  );
}

type ListProps<Row> = {
  title: string;
  text: string;
  /** Shown instead of the list when it has no rows. */
  empty: string;
  rows: readonly Row[];
  actions: ReactNode;
  children: (row: Row) => ReactNode;
};

/** The rows of a kind below their heading. */
export function SetupList<Row>({ title, text, empty, rows, actions, children }: ListProps<Row>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id={id} tabIndex={-1} className="text-xl">
            {title}
          </h2>
          <p className="mt-1 max-w-prose text-ink-soft text-sm">{text}</p>
        </div>
        {actions}
      </div>
      {rows.length === 0 ? (
        <p className="rounded-lg border border-edge border-dashed px-5 py-8 text-center text-ink-soft">
          {empty}
        </p>
      ) : (
        <ul
          aria-labelledby={id}
          className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
        >
          {rows.map(children)}
        </ul>
      )}
    </section>
  );
}

type RowProps = {
  name: string;
  badge?: ReactNode;
  children: ReactNode;
  canWrite: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

/** A row with its facts and actions. */
export function SetupRow({ name, badge, children, canWrite, onEdit, onDelete }: RowProps) {
  const of = <span className="sr-only">{name}</span>;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="wrap-anywhere min-w-0 flex-1 basis-80 space-y-0.5 text-sm max-sm:basis-full">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
          <bdi>{name}</bdi>
          {badge && <span className="font-sans">{badge}</span>}
        </h3>
        {children}
      </div>
      {canWrite && (
        <div className="flex gap-2">
          <RowButton onClick={onEdit}>Edit {of}</RowButton>
          <RowButton onClick={onDelete}>Delete {of}</RowButton>
        </div>
      )}
    </li>
  );
}
