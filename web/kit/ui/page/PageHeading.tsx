import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { site } from '#web/config.ts';

/** The key of the navigation inside the app that opened this page; null if it was opened by its URL. */
export const NavigationKey = createContext<string | null>(null);

type Props = {
  title: string;
  /** The name of the record, shown beside the heading and in the window title. */
  name?: string | undefined;
  children?: ReactNode;
  className?: string;
};

/** A page's heading. Sets the window title and takes the focus after a navigation inside the app. */
export function PageHeading({ title, name, children, className = 'text-2xl' }: Props) {
  const arrival = useContext(NavigationKey);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const subject = name ? `${title}, ${name}` : title;
    document.title = `${subject} | Back office | ${site.businessName}`;
  }, [title, name]);
  useEffect(() => {
    if (arrival !== null) heading.current?.focus({ preventScroll: true });
  }, [arrival]);
  return (
    <div className="min-w-0">
      <hgroup className="flex flex-wrap items-baseline gap-x-3">
        <h1 ref={heading} tabIndex={-1} className={className}>
          {title}
        </h1>
        {name && (
          <p className="wrap-anywhere min-w-0 font-display font-semibold text-ink-soft text-xl">
            <bdi>{name}</bdi>
          </p>
        )}
      </hgroup>
      {children && <p className="mt-1 text-ink-soft">{children}</p>}
    </div>
  );
}
