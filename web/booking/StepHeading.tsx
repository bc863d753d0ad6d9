import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';

/** Whether the customer has come here from another step, and not by opening the page. */
export const HasMoved = createContext(false);

/** The heading of a step takes the focus when the step is reached, so that it is read out. */
export function StepHeading({
  children,
  className = 'text-3xl',
}: {
  children: ReactNode;
  className?: string;
}) {
  const hasMoved = useContext(HasMoved);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasMoved) heading.current?.focus({ preventScroll: true });
  }, [hasMoved]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
