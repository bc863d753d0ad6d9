import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';

const BOX =
  'm-auto max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border border-line text-left shadow-lift';
/** DialogButtons stay in view: what is scrolled to or gets the focus ends above them. */
const PADDED = `${BOX} [--dialog-pad:1.25rem] sm:[--dialog-pad:1.5rem] p-(--dialog-pad) scroll-pb-24`;

const LAYOUTS = {
  narrow: `${PADDED} w-[min(28rem,calc(100vw-2rem))]`,
  medium: `${PADDED} w-[min(32rem,calc(100vw-1.5rem))]`,
  wide: `${PADDED} w-[min(36rem,calc(100vw-1.5rem))]`,
  /** Its buttons are higher, because they have a status. */
  calendar: `${PADDED} max-sm:[--dialog-pad:1rem] w-[min(46rem,calc(100vw-1.5rem))] max-sm:scroll-pb-52`,
  /** As wide as a page. Its heading and a close button stay in view. */
  page: `${BOX} w-[min(60rem,calc(100vw-1.5rem))]`,
  /** The whole window. Its title is only read out: the content has a bar of its own. */
  full: 'm-0 h-dvh max-h-none w-screen max-w-none overflow-hidden',
  /** In the upper part of the window. Its title is only read out. */
  palette:
    'mx-auto mt-[min(12dvh,6rem)] mb-auto w-[min(40rem,calc(100vw-1.5rem))] overflow-hidden rounded-lg border border-line text-left shadow-lift',
  /** Slides in from the left. Its title is only read out. */
  drawer:
    'm-0 h-dvh max-h-none w-72 max-w-[85vw] border-line border-r transition-transform duration-200 starting:-translate-x-full',
};

const UNSEEN_TITLES: readonly (keyof typeof LAYOUTS)[] = ['drawer', 'full', 'palette'];

type Props = {
  title: ReactNode;
  /** Read out when the dialog opens. */
  text?: ReactNode;
  layout: keyof typeof LAYOUTS;
  /** Called when the user leaves the dialog. Null: it cannot be left now. */
  onClose: (() => void) | null;
  /** Called when the user asks to leave with Escape or a click outside, before `isDirty` is considered. */
  onLeave?: () => void;
  /** True if the dialog has unsaved input. Escape and a click outside then ask first. */
  isDirty?: boolean;
  /** Why the action failed. */
  error?: string | null;
  /** Makes the content a form. */
  onSubmit?: (event: FormEvent) => unknown;
  children?: ReactNode;
  /** Shown at the end: usually DialogButtons. */
  footer?: ReactNode;
};

/** The frame of every dialog. It uses the browser's modal dialog. Escape never discards input. */
export function Dialog(props: Props) {
  const { title, text, layout, onClose, onLeave, isDirty = false, error, onSubmit, children, footer } = props;
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    onLeave?.();
    if (!onClose) return;
    if (isDirty) setAsking(true);
    else onClose();
  };
  const submit = (event: FormEvent) => {
    setAsking(false);
    void onSubmit?.(event);
  };
  const content = (
    <>
      {children}
      {error && (
        <Notice variant="danger" role="alert" className="mt-5">
          {error}
        </Notice>
      )}
      {isAsking && onClose && <LeaveQuestion onKeep={() => setAsking(false)} onDiscard={onClose} />}
      {footer}
    </>
  );
  return (
    <Modal
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      onLeave={leave}
      className={LAYOUTS[layout]}
    >
      <Heading id={`${id}-title`} layout={layout} onClose={onClose}>
        {title}
      </Heading>
      {text && (
        <div id={`${id}-text`} className="mt-2 whitespace-normal font-normal text-base text-ink-soft">
          {text}
        </div>
      )}
      {onSubmit ? (
        <form noValidate onSubmit={submit}>
          {content}
        </form>
      ) : (
        content
      )}
    </Modal>
  );
}

type HeadingProps = Pick<Props, 'layout' | 'onClose'> & { id: string; children: ReactNode };

function Heading({ id, layout, onClose, children }: HeadingProps) {
  if (layout !== 'page') {
    return (
      <h2 id={id} className={UNSEEN_TITLES.includes(layout) ? 'sr-only' : 'wrap-anywhere text-xl'}>
        {children}
      </h2>
    );
  }
  return (
    <div className="sticky top-0 z-10 flex items-start gap-3 border-line border-b bg-surface py-2 pr-2 pl-4 sm:pl-6">
      <h2 id={id} className="wrap-anywhere line-clamp-2 min-w-0 flex-1 self-center text-xl">
        {children}
      </h2>
      {onClose && <CloseButton onClose={onClose}>Close</CloseButton>}
    </div>
  );
}

/** A cross. `children`: its name. */
export function CloseButton({ onClose, children }: { onClose: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClose}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink"
    >
      <Icon name="close" className="size-5" />
      <span className="sr-only">{children}</span>
    </button>
  );
}

/** The row of buttons at the end of a dialog, which stays in view when the dialog scrolls. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <div
      data-dialog-buttons
      className="sticky -bottom-(--dialog-pad) -mx-(--dialog-pad) mt-5 -mb-(--dialog-pad) flex flex-wrap justify-end gap-3 border-line border-t bg-surface px-(--dialog-pad) py-3 sm:py-4"
    >
      {children}
    </div>
  );
}

/** Leaves the dialog. `isLocked`: while the answer to a request is awaited, it stays focusable and does nothing. */
export function LeaveButton({ children, isLocked, onClick }: LeaveButtonProps) {
  return (
    <Button
      variant="secondary"
      aria-disabled={isLocked}
      className="aria-disabled:opacity-55"
      onClick={() => !isLocked && onClick()}
    >
      {children}
    </Button>
  );
}

type LeaveButtonProps = { children: ReactNode; isLocked: boolean; onClick: () => void };

function LeaveQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const notice = useRef<HTMLDivElement>(null);
  // The focus on the first button would scroll only to that.
  useEffect(() => {
    notice.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <Notice ref={notice} variant="attention" role="alert" className="mt-5 scroll-mb-4">
      <p>What you typed is not saved.</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button variant="secondary" autoFocus onClick={onKeep}>
          Keep editing
        </Button>
        <Button variant="secondary" onClick={onDiscard}>
          Discard it
        </Button>
      </div>
    </Notice>
  );
}

type ModalProps = {
  'aria-labelledby': string;
  'aria-describedby': string | undefined;
  /** Called on Escape and on a click outside. The dialog stays open until it is removed. */
  onLeave: () => void;
  className: string;
  children: ReactNode;
};

const FOCUSABLE = 'a[href], iframe, :is(button, input, select, textarea):not(:disabled)';

/** The browser's modal dialog. */
function Modal({ onLeave, className, children, ...aria }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isRemoved = useRef(false);
  /** The element inside that had the focus last. */
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    isRemoved.current = false;
    element?.showModal();
    // The first button of a long dialog can be far below: the dialog begins at its title.
    if (element && element.scrollTop > 0) {
      element.tabIndex = -1;
      element.focus();
      element.scrollTop = 0;
    }
    return () => {
      isRemoved.current = true;
      element?.close();
    };
  }, []);
  const reopen = () => {
    // The browser also reports a removed dialog as closed. Another one may be open by then.
    if (isRemoved.current) return;
    const before = focused.current;
    dialog.current?.showModal();
    before?.focus();
    onLeave();
  };
  return (
    <dialog
      {...aria}
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        onLeave();
      }}
      // Some browsers close a dialog at a second Escape even if the page prevents it.
      onClose={reopen}
      onFocus={({ target }) => {
        focused.current = target;
      }}
      onKeyDown={keepFocusInside}
      onClick={(event) => event.target === dialog.current && onLeave()}
      className={`bg-surface text-ink backdrop:bg-scrim ${className}`}
    >
      {children}
    </dialog>
  );
}

/** Wraps the focus between the last and the first element, instead of leaving the page. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const leaving = event.shiftKey ? all[0] : all.at(-1);
  if (document.activeElement !== leaving && document.activeElement !== event.currentTarget) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}
