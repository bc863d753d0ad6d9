import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { PATHS } from '#web/paths.ts';

/** What the link to a booking tells its page of the list: the address as it was. */
export type FromList = { list: string };

function isFromList(state: unknown): state is FromList {
  return typeof state === 'object' && state !== null && typeof (state as FromList).list === 'string';
}

/** To the list as it was left: its search, its page, and where it was scrolled to. */
export function BackToBookings({ className, children }: { className: string; children: ReactNode }) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const cameFrom = isFromList(state) ? state.list : null;
  const back = (event: MouseEvent) => {
    if (cameFrom === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Link to={`${PATHS.adminBookings}${cameFrom ?? ''}`} onClick={back} className={className}>
      {children}
    </Link>
  );
}
