import type { ReactNode, Ref } from 'react';
import { Icon } from './Icon.tsx';

const VARIANTS = {
  attention: { box: 'border-signal-line bg-signal-soft text-on-signal', icon: 'info' },
  danger: { box: 'border-danger-line bg-danger-soft text-danger', icon: 'warning' },
  quiet: { box: 'border-line bg-surface text-ink', icon: 'info' },
} as const;

type Props = {
  variant: keyof typeof VARIANTS;
  children: ReactNode;
  role?: 'alert' | 'status' | 'note';
  className?: string;
  ref?: Ref<HTMLDivElement>;
};

/** A highlighted message. */
export function Notice({ variant, children, role, className = '', ref }: Props) {
  const { box, icon } = VARIANTS[variant];
  return (
    <div
      ref={ref}
      role={role}
      className={`flex gap-3 rounded-md border-l-4 border px-4 py-3 ${box} ${className}`}
    >
      <Icon name={icon} className="mt-0.5 size-5" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
