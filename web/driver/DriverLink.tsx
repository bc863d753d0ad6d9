import type { ComponentProps, MouseEvent } from 'react';
import { closeView, openView } from './address.ts';

type Props = Omit<ComponentProps<'a'>, 'href' | 'onClick'> & {
  to: string;
  /** The link leads back to a view above this one. */
  isBack?: boolean;
  /** The link leads to a view beside this one, which takes its place in the history. */
  isSibling?: boolean;
};

/** A link within the page of drivers. */
export function DriverLink({ to, isBack = false, isSibling = false, ...rest }: Props) {
  const follow = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    const link = event.currentTarget;
    link.dataset.pressed = '';
    await (isBack ? closeView(to) : openView(to, { isSibling }));
    delete link.dataset.pressed;
  };
  return <a {...rest} href={to} onClick={follow} />;
}
