import { type ReactNode, useState } from 'react';

type Props = { title: string; children: ReactNode };

/** A part of a step: folded where the summary is a bar on top, open beside the summary of a wide screen. */
export function FoldedOnPhones({ title, children }: Props) {
  const [isWide] = useState(() => window.matchMedia?.('(min-width: 64rem)').matches ?? true);
  if (isWide) return children;
  return (
    <details className="rounded-lg border border-line bg-surface">
      <summary className="touch flex cursor-pointer items-center px-4 py-2.5 font-semibold text-brand">
        {title}
      </summary>
      <div className="space-y-4 px-3 pt-1 pb-3">{children}</div>
    </details>
  );
}
