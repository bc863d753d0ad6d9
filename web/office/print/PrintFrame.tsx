import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '#web/kit/ui/Button.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';

export type PrintFrameProps = {
  title: string;
  back: { to: string; text: string };
  /** What to choose before printing. */
  tools?: ReactNode;
  /** False while there is nothing to print yet. */
  isReady: boolean;
  children: ReactNode;
};

/** A sheet with a bar above it, which is not printed. The sheet is black on white in every theme. */
export function PrintFrame({ title, back, tools, isReady, children }: PrintFrameProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 py-4 print:max-w-none print:p-0">
      <div className="mb-4 space-y-3 print:hidden">
        <Link
          to={back.to}
          className="touch -ml-1 inline-flex items-center gap-1 rounded-md pr-2 font-semibold text-brand text-sm hover:text-brand-strong"
        >
          <Icon name="left" className="size-4" />
          {back.text}
        </Link>
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <PageHeading title={title} />
          <div className="flex flex-wrap items-end gap-3">
            {tools}
            <Button aria-disabled={!isReady} onClick={() => isReady && window.print()}>
              Print
            </Button>
          </div>
        </div>
      </div>
      {children}
    </main>
  );
}

/** The paper. */
export const SHEET_CLASS =
  'rounded-sm border border-line bg-white p-5 text-[#000] shadow-lift sm:p-8 print:border-0 print:p-0 print:shadow-none';

/** Name and phone number of the business, and what the sheet is. */
export function SheetHead({ title, detail, business }: SheetHeadProps) {
  return (
    <header className="flex items-start justify-between gap-6 border-current border-b-2 pb-2">
      <div className="wrap-anywhere min-w-0">
        <h2 className="font-display font-semibold text-xl leading-tight">{title}</h2>
        <p className="text-sm">{detail}</p>
      </div>
      <p className="wrap-anywhere max-w-1/2 text-right text-sm">
        <bdi className="block font-semibold">{business.name}</bdi>
        <bdi className="whitespace-nowrap tabular-nums">{business.phone}</bdi>
      </p>
    </header>
  );
}

type SheetHeadProps = { title: ReactNode; detail: ReactNode; business: { name: string; phone: string } };
