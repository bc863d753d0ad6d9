import { type ReactNode, useEffect, useRef, useState } from 'react';

type Props = {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  /**
   * Takes the focus when it appears, because it replaces the focused element. 'still' does not scroll, for a panel that
   * appears without an action of the user.
   */
  takesFocus?: boolean | 'still';
};

/** A message that replaces a form: title, text and actions. */
export function Panel({ title, children, actions, takesFocus }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // In a frame, focus() would take the focus from the host page. Read before the first commit, which may remove a
  // focused frame of card fields.
  const [mayFocus] = useState(() => parent === window || document.hasFocus());
  useEffect(() => {
    if (takesFocus && mayFocus) heading.current?.focus({ preventScroll: takesFocus === 'still' });
  }, [takesFocus, mayFocus]);
  return (
    <section
      role={takesFocus && !mayFocus ? 'alert' : undefined}
      className="rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-7"
    >
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {title}
      </h2>
      <div className="mt-3 space-y-3 text-ink-soft">{children}</div>
      {actions && <div className="mt-6 flex flex-wrap gap-3">{actions}</div>}
    </section>
  );
}
