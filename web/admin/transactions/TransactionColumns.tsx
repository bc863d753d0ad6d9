import type { ReactNode } from 'react';

type Props = { about: ReactNode; booking: ReactNode; more: ReactNode };

/** The booking stands beside what is told of the money; on narrow screens it comes after the facts. */
export function TransactionColumns({ about, booking, more }: Props) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 space-y-5">{about}</div>
      <div className="min-w-0 lg:row-span-2">{booking}</div>
      <div className="min-w-0 space-y-5">{more}</div>
    </div>
  );
}
