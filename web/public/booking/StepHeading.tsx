import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';

/** True once the customer has changed the step since the page was loaded. */
export const HasChangedStep = createContext(false);

/**
 * The heading of a step. It takes the focus after a step change, so that screen readers announce it, also when the
 * step's script loads late.
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
