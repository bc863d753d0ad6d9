import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
  /** Takes the focus when it appears, because it replaces what had it. */
  takesFocus?: boolean;
};

/** A message that takes the place of a form: a title, sentences, and the ways on. */
export function Panel({ title, children, actions, takesFocus = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section className="rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-7">
      <h2 ref={heading} tabIndex={-1} className="text-xl">
        {title}
      </h2>
      <div className="mt-3 space-y-3 text-ink-soft">{children}</div>
      {actions && <div className="mt-6 flex flex-wrap gap-3">{actions}</div>}
    </section>
  );
}
