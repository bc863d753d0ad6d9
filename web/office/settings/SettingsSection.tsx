import { type ReactNode, useId } from 'react';

type Props = { title: string; text: ReactNode; children: ReactNode };

/** Heading and description on the left, the form on the right; on narrow screens one below the other. */
export function SettingsSection({ title, text, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-5 rounded-lg border border-line bg-surface p-4 sm:p-6 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="mt-1.5 text-ink-soft text-sm">{text}</p>
      </div>
      {children}
    </section>
  );
}
