import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

/** The state that a link from a list passes to a page: the URL of the list. */
export type ListOrigin = { list: string };

function isListOrigin(state: unknown): state is ListOrigin {
  return typeof state === 'object' && state !== null && typeof (state as ListOrigin).list === 'string';
}

type Props = { to: string; className: string; children: ReactNode };

/** A link back to the list with its search, page and scroll position. */
export function BackToList({ to, className, children }: Props) {
  const { state } = useLocation();
  const navigate = useNavigate();
  const cameFrom = isListOrigin(state) ? state.list : null;
  const back = (event: MouseEvent) => {
    if (cameFrom === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Link to={`${to}${cameFrom ?? ''}`} onClick={back} className={className}>
      {children}
    </Link>
  );
}
