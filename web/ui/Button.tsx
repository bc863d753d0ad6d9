import type { ComponentProps } from 'react';

const LOOKS = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong border-transparent px-5',
  secondary: 'bg-surface text-ink border-edge hover:border-ink hover:bg-sunk px-5',
  quiet: 'border-transparent text-brand underline underline-offset-4 hover:text-brand-strong px-1',
};

type Props = ComponentProps<'button'> & { look?: keyof typeof LOOKS };

export function buttonClass(look: keyof typeof LOOKS, extra = ''): string {
  return `touch inline-flex items-center justify-center gap-2 rounded-md border py-2 text-center font-semibold transition-colors disabled:opacity-55 ${LOOKS[look]} ${extra}`;
}

export function Button({ look = 'primary', className = '', type = 'button', ...rest }: Props) {
  return <button type={type} className={buttonClass(look, className)} {...rest} />;
}
