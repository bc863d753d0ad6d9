import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { ACCOUNT_PATH } from './address.ts';
import { DriverLink } from './DriverLink.tsx';
import { DriverIcon } from './icons.tsx';
import { SyncStrip } from './SyncStrip.tsx';
import { dismissStorageProblem, useDriver } from './store.ts';

type Props = {
  title: string;
  /** Beside the title, smaller. */
  detail?: ReactNode;
  /** The view above this one. */
  back?: { to: string; label: string };
  /** The bar at the bottom, in reach of the thumb. */
  bottom?: ReactNode;
  children: ReactNode;
};

const BAR_BUTTON =
  'inline-flex size-[min(3.5rem,56px)] shrink-0 items-center justify-center rounded-md text-white focus-visible:outline-signal active:bg-white/20';

/** A screen of the phone: the title at the top, what to do at the bottom. */
export function DriverFrame({ title, detail, back, bottom, children }: Props) {
  const isSignedIn = useDriver(({ session }) => session !== null);
  const storageProblem = useDriver((driver) => driver.storageProblem);
  const { frame, header, titleRow, bar } = useBarHeights(bottom !== undefined);
  return (
    <div ref={frame} className="flex min-h-dvh flex-col">
      <header
        ref={header}
        className="safe-top driver-title sticky z-10 max-h-dvh overflow-y-auto bg-livery text-white"
      >
        <div ref={titleRow} className="mx-auto flex min-h-[min(3.5rem,56px)] max-w-xl items-center">
          {back ? (
            <DriverLink to={back.to} isBack className={BAR_BUTTON}>
              <Icon name="left" className="size-7" />
              <span className="sr-only">{back.label}</span>
            </DriverLink>
          ) : (
            <span className="w-4" />
          )}
          <h1 tabIndex={-1} className="min-w-0 flex-1 py-[min(0.5rem,8px)] text-xl leading-tight">
            <span className="line-clamp-2 wrap-anywhere">{title}</span>
            {detail && <span className="block font-normal font-sans text-sm">{detail}</span>}
          </h1>
          {isSignedIn && (
            <DriverLink to={ACCOUNT_PATH} className={BAR_BUTTON}>
              <DriverIcon name="menu" className="size-7" />
              <span className="sr-only">Settings and sign-out</span>
            </DriverLink>
          )}
        </div>
        {isSignedIn && <SyncStrip />}
        {/* In the bar: the button that failed is far below the top of the page. */}
        {storageProblem && (
          <Notice variant="danger" role="alert" className="rounded-none">
            <p className="font-semibold">{storageProblem}</p>
            <button type="button" onClick={dismissStorageProblem} className="min-h-11 min-w-11 underline">
              Close
            </button>
          </Notice>
        )}
      </header>
      <main id="main" className="mx-auto flex w-full max-w-xl flex-1 flex-col px-4 py-4">
        {children}
      </main>
      {bottom && (
        <section
          ref={bar}
          aria-label="Next step"
          className="safe-bottom driver-bar sticky z-10 border-edge border-t bg-surface px-[min(1rem,16px)] pt-[min(0.75rem,10px)]"
        >
          <div className="mx-auto max-w-xl">{bottom}</div>
        </section>
      )}
    </div>
  );
}

/** The style sheet needs the heights of the title, which wraps, and of the bars at the top and at the bottom. */
function useBarHeights(hasBar: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const [header, titleRow, bar] = [
    useRef<HTMLElement>(null),
    useRef<HTMLDivElement>(null),
    useRef<HTMLElement>(null),
  ];
  useEffect(() => {
    if (!('ResizeObserver' in globalThis)) return;
    const measured = [
      ['--header-height', header],
      ['--title-height', titleRow],
      ...(hasBar ? [['--bar-height', bar] as const] : []),
    ] as const;
    const observer = new ResizeObserver(() => {
      for (const [name, { current }] of measured)
        frame.current?.style.setProperty(name, `${current?.offsetHeight ?? 0}px`);
    });
    for (const [, { current }] of measured) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, [hasBar, header, titleRow, bar]);
  return { frame, header, titleRow, bar };
}

/** The button at the bottom: full width and 64 px high, for gloves. */
export const PRIMARY_BUTTON =
  'flex min-h-[min(4rem,64px)] w-full items-center justify-center gap-3 rounded-lg border-2 border-transparent bg-brand px-[min(1rem,16px)] py-[min(0.5rem,8px)] text-center font-semibold text-on-brand text-xl leading-tight active:bg-brand-strong disabled:opacity-55';

/** Another button or link: 56 px high. */
export const LARGE_BUTTON =
  'flex min-h-14 w-full items-center justify-center gap-2 rounded-lg border-2 border-edge bg-surface px-3 py-2 text-center font-semibold text-ink text-lg leading-tight active:bg-sunk disabled:opacity-55';
