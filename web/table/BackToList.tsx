import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

/** What the link to a page tells it of the list: the address as it was. */
export type ListOrigin = { list: string };

function isListOrigin(state: unknown): state is ListOrigin {
  return typeof state === 'object' && state !== null && typeof (state as ListOrigin).list === 'string';
}

type Props = { to: string; className: string; children: ReactNode };

/** To the list as it was left: its search, its page, and where it was scrolled to. */
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
