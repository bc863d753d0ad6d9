import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { pauseInput } from '#web/ui/browser/input-pause.ts';

/** Whether the customer has come here from another step, and not by opening the page. */
export const HasChangedStep = createContext(false);

/**
 * The heading of a step takes the focus when the step is reached, so that it is read out. A step whose script
 * had to be loaded is only reached now.
 */
export function StepHeading({
  children,
  className = 'text-3xl',
}: {
  children: ReactNode;
  className?: string;
}) {
  const hasMoved = useContext(HasChangedStep);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (!hasMoved) return;
    pauseInput();
    heading.current?.focus({ preventScroll: true });
  }, [hasMoved]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
