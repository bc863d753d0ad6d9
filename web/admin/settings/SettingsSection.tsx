import { type ReactNode, useId } from 'react';

type Props = { title: string; text: string; children: ReactNode };

/** What it is about on the left, what to do on the right; one below the other on narrow screens. */
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
