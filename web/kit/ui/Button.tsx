import type { ComponentProps } from 'react';

const VARIANTS = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong border-transparent px-5',
  secondary: 'bg-surface text-ink border-edge hover:border-ink hover:bg-sunk px-5',
  quiet: 'border-transparent text-brand underline underline-offset-4 hover:text-brand-strong px-1',
};

type Props = ComponentProps<'button'> & { variant?: keyof typeof VARIANTS };

export function buttonClass(variant: keyof typeof VARIANTS, extra = ''): string {
  return `touch inline-flex items-center justify-center gap-2 rounded-md border py-2 text-center font-semibold transition-colors disabled:opacity-55 ${VARIANTS[variant]} ${extra}`;
}

export function Button({ variant = 'primary', className = '', type = 'button', ...rest }: Props) {
  return <button type={type} className={buttonClass(variant, className)} {...rest} />;
}
