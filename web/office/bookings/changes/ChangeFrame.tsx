import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { ChangePreview, ChangeResult } from '#contract/booking-changes.ts';
import type { ChangeOffer } from '#domain/rental/changes/change-types.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { CheckboxField } from '#web/kit/form/CheckboxField.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons, LeaveButton } from '#web/kit/ui/dialog/Dialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { endedLinkText } from '#web/office/bookings/words.ts';
import { BeforeAndAfter } from './BeforeAndAfter.tsx';
import { ChangeReasons, ChangeWarnings, StaleChange } from './ChangeReasons.tsx';
import {
  type ChangeNote,
  type ChangeRequest,
  type ChangeState,
  hardReasons,
  useChange,
} from './use-change.ts';
import { notifiedName, previewResult, spokenPreview } from './words.ts';

type Props = {
  read: VersionedBooking;
  title: string;
  /** Shown below the title, before the line about the booking. */
  text?: string | null;
  /** Null: nothing is chosen yet. */
  request: ChangeRequest | null;
  /** What to do first, while nothing is chosen. */
  prompt: string;
  /** What the button does: 'Move to Dec 4'. */
  actionText: string | ((change: ChangeState) => string);
  closeText?: string;
  /** What the e-mail to the customer has. */
  emailText?: string;
  /** Sent with the change, but not with its preview. */
  note?: (preview: ChangePreview) => ChangeNote;
  /** Called before the change is made. False: something is missing, and the input says what. */
  check?: (change: ChangeState) => boolean;
  /** Shown with the server's reason when it fails. */
  failed: string;
  done: { title: string; text: (result: ChangeResult) => string };
  /** Shown instead of `done` when the outcome is open; null: it is not. */
  openOutcome?: (result: ChangeResult) => string | null;
  /** The day of an offer is taken into the input. */
  onDay?: (day: string) => void;
  /** A number that grows with each choice by keyboard: the focus then moves to what comes next. */
  keyChoices?: number;
  /** Something was typed, which Escape must not discard. */
  isDirty?: boolean;
  /** The input; a function if it shows the preview. */
  children: ReactNode | ((change: ChangeState) => ReactNode);
  onClose: () => void;
};

const READY = 'change-action';
const CHANGE_EMAIL = 'An e-mail with the new facts and a calendar file';

/** The dialog of every change: the input, what it changes, what stands against it, and one button that names the action. */
export function ChangeFrame(props: Props) {
  const { read, title, request, note, failed, done, keyChoices = 0, children, onClose } = props;
  const [openOutcome, setOpenOutcome] = useState<string | null>(null);
  const change = useChange({
    read,
    request,
    note,
    failed,
    onDone: (result) => {
      const open = props.openOutcome?.(result) ?? null;
      if (open !== null) return setOpenOutcome(open);
      toast({ title: done.title, text: doneText(done.text(result), result, read), variant: 'plain' });
      onClose();
    },
  });
  const next = useRef<HTMLDivElement>(null);
  const [offersTaken, setOffersTaken] = useState(0);
  useFocusNext({ choices: keyChoices + offersTaken, change, next });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change.isReady || (props.check?.(change) ?? true)) change.make();
  };
  if (openOutcome !== null) {
    return <OpenOutcome title={title} text={openOutcome} onClose={onClose} />;
  }
  return (
    <Dialog
      title={title}
      text={<BookingLine read={read} text={props.text} />}
      layout="calendar"
      isDirty={props.isDirty ?? false}
      error={change.failure}
      onSubmit={submit}
      onClose={change.isPending ? null : onClose}
      footer={<Footer {...props} change={change} />}
    >
      <div className="mt-4 grid gap-x-8 gap-y-5 md:grid-cols-2">
        <div className="min-w-0 space-y-5 md:sticky md:top-0 md:self-start">
          {typeof children === 'function' ? children(change) : children}
          {/* Above what the preview changes in height: a click must not miss it because a reply came. */}
          <NotifyField {...props} change={change} />
        </div>
        <div ref={next} className="min-w-0 space-y-4">
          <StaleChange stale={change.stale} booking={read.value} isChecking={change.isChecking} />
          <Outcome
            {...props}
            change={change}
            // The button of the offer is gone then, so the focus must go on.
            onTaken={() => setOffersTaken((count) => count + 1)}
          />
        </div>
      </div>
    </Dialog>
  );
}

/** The buttons stay in view. The one that makes the change says what it does. */
function Footer({
  read,
  request,
  actionText,
  closeText = 'Close',
  onClose,
  change,
}: Props & { change: ChangeState }) {
  const { isReady, isPending, notifyCustomer } = change;
  const words = typeof actionText === 'function' ? actionText(change) : actionText;
  const name = request && notifyCustomer ? notifiedName(read.value) : '';
  return (
    <DialogButtons>
      <FooterStatus change={change} what={`Booking #${read.value.id}`} />
      <LeaveButton isLocked={isPending} onClick={onClose}>
        {closeText}
      </LeaveButton>
      <Button
        id={READY}
        type="submit"
        aria-disabled={!isReady || isPending}
        className="wrap-anywhere max-w-full aria-disabled:opacity-55"
        // A key that is held down must not confirm what it has just chosen.
        onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
      >
        <span>
          {isPending ? 'Saving...' : words}
          {!isPending && name && (
            <>
              {' '}
              and notify <bdi>{name}</bdi>
            </>
          )}
        </span>
      </Button>
    </DialogButtons>
  );
}

/** The server works on the change: there is nothing left to do here. */
function OpenOutcome({ title, text, onClose }: { title: string; text: string; onClose: () => void }) {
  return (
    <Dialog
      title={title}
      layout="narrow"
      onClose={onClose}
      footer={
        <DialogButtons>
          <Button onClick={onClose}>Close</Button>
        </DialogButtons>
      }
    >
      <Notice variant="attention" role="status" className="mt-4">
        {text}
      </Notice>
    </Dialog>
  );
}

function NotifyField({ read, change, emailText = CHANGE_EMAIL }: Props & { change: ChangeState }) {
  const { email } = read.value;
  if (email === null) {
    return (
      <p className="text-ink-soft text-sm">
        {customerFullName(read.value)} gave no e-mail address, so no e-mail is sent. Call about the change.
      </p>
    );
  }
  return (
    <CheckboxField
      name="notifyCustomer"
      id="notifyCustomer"
      label="Notify customer"
      hint={
        <span className="wrap-anywhere">
          {emailText}, to {email}
        </span>
      }
      error={undefined}
      checked={change.notifyCustomer}
      onChange={({ target }) => change.setNotify(target.checked)}
    />
  );
}

type OutcomeProps = Pick<Props, 'prompt' | 'onDay'> & { change: ChangeState; onTaken: () => void };

/** What the preview says, or why there is none. */
function Outcome({ change, prompt, onDay, onTaken }: OutcomeProps) {
  const { preview, error, isChecking } = change;
  const box = useRef<HTMLDivElement>(null);
  const isRefused = preview?.allowed === false;
  // On a phone the reasons are below the input.
  useEffect(() => {
    if (isRefused) box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isRefused]);
  if (error) {
    return (
      <LoadFailure
        failed="The change could not be previewed."
        error={error}
        isFetching={isChecking}
        onRetry={change.retry}
      />
    );
  }
  if (!preview) {
    if (!isChecking) return <p className="text-ink-soft">{prompt}</p>;
    return <div aria-hidden="true" className="h-32 animate-pulse rounded-md bg-sunk" />;
  }
  const take = (offer: ChangeOffer) => {
    onTaken();
    if (offer.offer === 'day') onDay?.(offer.day);
    else change.takeUnit(offer);
  };
  const reasons = hardReasons(preview);
  return (
    <div ref={box} aria-busy={isChecking} className={`space-y-4 ${isChecking ? 'opacity-60' : ''}`}>
      <ChangeReasons reasons={reasons} onOffer={take} />
      <ChangeWarnings preview={preview} change={change} onOffer={take} />
      {reasons.length === 0 && <BeforeAndAfter preview={preview} />}
      {preview.endsPayLink && (
        <Notice variant="attention">
          {endedLinkText(preview.endsPayLink).trim().replace('has ended', 'ends')} The customer can no longer
          pay with it.
        </Notice>
      )}
    </div>
  );
}

/** What the preview comes to, beside the buttons: on a phone the rest is out of view. */
function FooterStatus({ change: { preview, isChecking }, what }: { change: ChangeState; what: string }) {
  return (
    <p role="status" className="min-w-0 self-center text-sm max-sm:w-full sm:mr-auto">
      {preview && (
        <>
          <span aria-hidden="true" className={preview.allowed ? 'font-semibold' : 'text-danger'}>
            {previewResult(preview)}
          </span>
          <span className="sr-only">{isChecking ? '' : spokenPreview(preview, what)}</span>
        </>
      )}
    </p>
  );
}

function BookingLine({ read: { value }, text }: { read: VersionedBooking; text: string | null | undefined }) {
  return (
    <>
      {text && <p className="mb-1">{text}</p>}
      <span className="wrap-anywhere text-sm">
        Booking #{value.id}, <bdi>{customerFullName(value)}</bdi>, {value.sizeName}
      </span>
    </>
  );
}

function doneText(
  text: string,
  { endedPayLink, movedBooking, notified }: ChangeResult,
  read: VersionedBooking,
) {
  const { email } = read.value;
  const moved = movedBooking ? ` Booking #${movedBooking.id} moved to ${movedBooking.toNumber}.` : '';
  const none = email === null ? ' No e-mail was sent: the customer gave no address.' : ' No e-mail was sent.';
  return `${text}${moved}${endedLinkText(endedPayLink)}${notified ? ' The customer gets an e-mail.' : none}`;
}

type FocusInput = { choices: number; change: ChangeState; next: RefObject<HTMLDivElement | null> };

/** After a choice by keyboard or an offer: the first warning to tick or offer, else the button, as soon as the preview is there. */
function useFocusNext({ choices, change, next }: FocusInput) {
  const done = useRef(choices);
  const { preview, isChecking, isReady } = change;
  useEffect(() => {
    if (done.current === choices || isChecking || !preview) return;
    done.current = choices;
    const open = next.current?.querySelector<HTMLElement>('[data-answer]:not(:checked)');
    const target = isReady || !open ? document.getElementById(READY) : open;
    target?.focus();
  }, [choices, isChecking, isReady, preview, next]);
}
