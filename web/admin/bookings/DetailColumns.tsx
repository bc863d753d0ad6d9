import type { ReactNode } from 'react';

type Props = { about: ReactNode; actions: ReactNode; more: ReactNode };

/** What to do stands beside what it is about; on narrow screens between that and the rest. */
export function DetailColumns({ about, actions, more }: Props) {
  return (
    <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 space-y-5">{about}</div>
      <div className="min-w-0 space-y-5 lg:row-span-2">{actions}</div>
      <div className="min-w-0 space-y-5">{more}</div>
    </div>
  );
}
