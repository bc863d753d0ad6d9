import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { site } from '#web/config.ts';

/** The step of the way that led here inside the app; null where the page was opened by its address. */
export const Arrival = createContext<string | null>(null);

type Props = { title: string; children?: ReactNode; className?: string };

/** A page's heading and the window's title. Takes the focus when a way inside the app leads here. */
export function PageHeading({ title, children, className = 'text-2xl' }: Props) {
  const arrival = useContext(Arrival);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} | Back office | ${site.businessName}`;
  }, [title]);
  useEffect(() => {
    if (arrival !== null) heading.current?.focus({ preventScroll: true });
  }, [arrival]);
  return (
    <div>
      <h1 ref={heading} tabIndex={-1} className={className}>
        {title}
      </h1>
      {children && <p className="mt-1 text-ink-soft">{children}</p>}
    </div>
  );
}
