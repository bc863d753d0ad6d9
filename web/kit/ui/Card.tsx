import { type ReactNode, type Ref, useId } from 'react';

type Props = {
  title: string;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
  /** For a heading that can take the focus. */
  headingRef?: Ref<HTMLHeadingElement>;
};

/** A section of a page with a heading. */
export function Card({ title, action, children, className = '', headingRef }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`rounded-lg border border-line bg-surface p-4 sm:p-5 ${className}`}
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="text-lg">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Facts with their names, in two columns. `areShort` keeps two columns on narrow screens. */
export function Facts({ areShort = false, children }: { areShort?: boolean; children: ReactNode }) {
  return (
    <dl className={`grid gap-x-6 gap-y-3 ${areShort ? 'grid-cols-2' : 'sm:grid-cols-2'}`}>{children}</dl>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-xs">{name}</dt>
      <dd className="wrap-anywhere mt-0.5">{children}</dd>
    </div>
  );
}
