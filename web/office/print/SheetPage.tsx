import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Job } from '#contract/jobs.ts';
import { businessQuery } from '#web/api/business.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { addressText, customerFullName } from '#web/kit/ui/names.ts';
import { LoadingScreen } from '#web/kit/ui/page/LoadingScreen.tsx';
import { unitsText } from '#web/kit/ui/route-texts.ts';
import { bookingPath } from '#web/paths.ts';
import { PrintFrame, type PrintFrameProps, SHEET_CLASS, SheetHead } from './PrintFrame.tsx';

type Props = Omit<PrintFrameProps, 'isReady' | 'children'> & {
  query: Pick<UseQueryResult<unknown>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** 'The route could not be loaded.' */
  failed: string;
  loading: string;
  /** Null while there is no sheet: the reason is then `children`. */
  head: { title: ReactNode; detail: ReactNode } | null;
  children: ReactNode;
};

/** A page with one sheet, with the business in its head, and what is shown while its data load or after they failed. */
export function SheetPage({ query, failed, loading, head, children, ...frame }: Props) {
  const { data, error, isFetching, refetch } = query;
  const { data: business } = useQuery(businessQuery);
  return (
    <PrintFrame {...frame} isReady={head !== null}>
      {head && (
        <article aria-label={frame.title} className={`${SHEET_CLASS} sm:!p-6`}>
          <SheetHead {...head} business={business?.value ?? { name: '', phone: '' }} />
          {children}
        </article>
      )}
      {data !== undefined && !head && children}
      {data === undefined && error && (
        <LoadFailure failed={failed} error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      )}
      {data === undefined && !error && <LoadingScreen>{loading}</LoadingScreen>}
    </PrintFrame>
  );
}

type TableProps = { label: string; columns: readonly string[]; children: ReactNode };

/**
 * Rows break between pages, and each page repeats the headings. The last column, the notes, is widest. On a phone it
 * scrolls sideways.
 */
export function SheetTable({ label, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section aria-label={label} tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table className="w-full min-w-[44rem] border-collapse text-xs leading-snug print:min-w-0">
        <thead>
          <tr className="border-current border-b text-left *:py-1.5 *:pr-3 *:align-bottom *:last:w-1/4">
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  );
}

export const SHEET_ROW_CLASS =
  'wrap-anywhere break-inside-avoid border-current/40 border-b *:py-1.5 *:pr-3 *:align-top';

/** Names and phone numbers of a job's customer, with the number of the booking. */
export function CustomerLines({ job }: { job: Job }) {
  const { bookingId, company, phoneDisplay, secondPhoneDisplay } = job;
  return (
    <>
      <bdi className="block font-semibold">{customerFullName(job)}</bdi>
      {company !== null && <bdi className="block">{company}</bdi>}
      <bdi className="block tabular-nums">{phoneDisplay || 'No phone number'}</bdi>
      {secondPhoneDisplay !== null && <bdi className="block tabular-nums">{secondPhoneDisplay}</bdi>}
      <Link to={bookingPath(bookingId)} className="underline print:no-underline">
        #{bookingId}
      </Link>
    </>
  );
}

export function AddressLines({ job }: { job: Job }) {
  return (
    <>
      <bdi className="block">{addressText(job)}</bdi>
      {job.placement !== null && (
        <span dir="auto" className="block">
          {job.placement}
        </span>
      )}
    </>
  );
}

export function UnitLines({ job }: { job: Job }) {
  return (
    <>
      <bdi className="block font-semibold">{unitsText(job) ?? 'No unit'}</bdi>
      {job.sizeName}
    </>
  );
}
