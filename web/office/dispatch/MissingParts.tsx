import { Link } from 'react-router';
import type { Board } from '#contract/dispatch.ts';
import { rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { useMay } from '#web/office/bookings/use-may.ts';
import { DISPATCH_PATHS, PATHS } from '#web/paths.ts';

/** Whether routes are possible: each has a driver and a truck. */
export const canHaveRoutes = ({ drivers, trucks }: Board) => drivers.length > 0 && trucks.length > 0;

/** What a new business has to enter before it plans routes, with a link to each page. */
export function MissingParts({ board }: { board: Board }) {
  const mayAddUsers = useMay('users:write');
  const hasSite = (kind: 'yard' | 'disposal') => board.sites.some((site) => site.kind === kind);
  const missing = [
    ...(board.drivers.length === 0 && mayAddUsers ? [{ label: 'Add a driver', to: PATHS.adminUsers }] : []),
    ...(board.trucks.length === 0 ? [{ label: 'Add a truck', to: DISPATCH_PATHS.trucks }] : []),
    ...(hasSite('yard') ? [] : [{ label: 'Add a yard', to: DISPATCH_PATHS.sites }]),
    ...(hasSite('disposal') ? [] : [{ label: 'Add a disposal site', to: DISPATCH_PATHS.sites }]),
  ];
  return (
    <>
      <p>
        A route needs an active driver and a truck in service. It starts and ends at a yard, and full units go
        to a disposal site.
      </p>
      {board.drivers.length === 0 && !mayAddUsers && (
        <p className="mt-1 font-semibold text-ink">Ask an administrator to add a driver.</p>
      )}
      <ul className="mt-3 flex flex-wrap gap-2">
        {missing.map(({ label, to }) => (
          <li key={label}>
            <Link to={to} className={rowButtonClass()}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
