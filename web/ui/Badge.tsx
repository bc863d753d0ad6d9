import type { ReactNode } from 'react';

const VARIANTS = {
  good: 'border-brand bg-brand-soft text-brand-strong',
  attention: 'border-signal-line bg-signal-soft text-on-signal',
  danger: 'border-danger-line bg-danger-soft text-danger',
  quiet: 'border-line bg-sunk text-ink-soft',
};

/** One or two words on the state of a thing. */
export function Badge({ variant, children }: { variant: keyof typeof VARIANTS; children: ReactNode }) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded-sm border px-2 py-0.5 font-semibold text-xs ${VARIANTS[variant]}`}
    >
      {children}
    </span>
  );
}
