import type { ReactNode } from 'react';

const VARIANTS = {
  good: 'border-brand bg-brand-soft text-brand-strong',
  attention: 'border-signal-line bg-signal-soft text-on-signal',
  danger: 'border-danger-line bg-danger-soft text-danger',
  quiet: 'border-line bg-sunk text-ink-soft',
};

/** A one- or two-word state. */
export function Badge({ variant, children }: { variant: keyof typeof VARIANTS; children: ReactNode }) {
  return (
    <span
      className={`inline-block whitespace-nowrap rounded-sm border px-2 py-0.5 font-semibold text-xs ${VARIANTS[variant]}`}
    >
      {children}
    </span>
  );
}
