import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type FieldError, type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import type { BookingOptions } from '#contract/new-booking.ts';
import { UNDO_SECONDS } from '#domain/rental/bookings.ts';
import { DEFAULT_DUMPSTER_TYPE } from '#domain/rental/rental.ts';
import { parseDollars } from '#domain/shared/money.ts';
import { completeZip } from '#web/api/availability.ts';
import { CallError } from '#web/api/call.ts';
import { bookingOptionsQuery, useCreateBooking } from '#web/api/new-booking.ts';
import { useTabSession } from '#web/api/session.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { bookingPath } from '#web/paths.ts';
import {
  findOrderAttempt,
  firstOrder,
  isStarted,
  readOrderDraft,
  saveOrderAttempt,
  saveOrderDraft,
} from './order-draft.ts';
import {
  chosenOffer,
  EMPTY_ORDER,
  fieldOfIssue,
  listOrderWarnings,
  type OrderCustomer,
  type OrderValues,
  orderBody,
  orderIssues,
} from './order-values.ts';

const resolver: Resolver<OrderValues> = (values) => {
  const issues = orderIssues(values);
  if (issues.length === 0) return { values, errors: {} };
  const errors: Partial<Record<keyof OrderValues, FieldError>> = {};
  for (const { field, message } of issues) errors[field] = { type: 'invalid', message };
  return { values: {}, errors };
};

export type OrderForm = UseFormReturn<OrderValues>;

/** The order that staff enter, what can be booked for it, and its call. Kept over a reload of the tab. */
export function useOrder() {
  const [first] = useState(useFirstOrder());
  const form = useForm<OrderValues>({ defaultValues: first.values, resolver });
  const values = form.watch();
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: latest }) => saveOrderDraft(latest),
      }),
    [form],
  );
  const options = useOptions(values);
  useDefaults(form, { values, options: options.data });
  const submission = useSubmission(form, options.data);
  const [asked, setAsked] = useState(first.asked);
  return {
    form,
    values,
    options,
    ...submission,
    startOver: useStartOver(form),
    /** The customer of 'Book again' who waits for an answer; null otherwise. */
    asked,
    /** True: the order begins again with the customer who was asked for. */
    answer: (isReplaced: boolean) => {
      if (isReplaced) form.reset({ ...EMPTY_ORDER, ...asked });
      setAsked(null);
    },
  };
}
export type Order = ReturnType<typeof useOrder>;

/** Empties the order. It can be undone for ten seconds. */
function useStartOver(form: OrderForm): () => void {
  const { session } = useTabSession();
  return () => {
    const before = form.getValues();
    form.reset(EMPTY_ORDER);
    saveOrderDraft(null);
    form.setFocus('firstName');
    if (!isStarted(before)) return;
    const undo = () => {
      if (session.current().status !== 'signedIn') return;
      form.reset(before);
      saveOrderDraft(before);
    };
    toast({
      title: 'Started Over',
      text: 'The order is empty.',
      variant: 'plain',
      durationMs: UNDO_SECONDS * 1000,
      action: { label: 'Undo', run: undo },
    });
  };
}

/** 'Book again' comes with a customer; otherwise the draft of this tab continues. */
function useFirstOrder() {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const customer = (state as { customer?: Partial<OrderCustomer> } | null)?.customer;
  useEffect(() => {
    // So that a reload continues the draft.
    if (customer) void navigate(pathname, { replace: true, state: null });
  }, [customer, navigate, pathname]);
  return firstOrder(readOrderDraft(), customer);
}

function useOptions(values: OrderValues) {
  return useQuery(optionsQuery(values));
}

function optionsQuery(values: OrderValues) {
  const { deliveryDate, rentalType, dumpsterType, material, placementType, state } = values;
  const zip = completeZip(values.zip);
  const agreed = values.hasAgreedPrice ? parseDollars(values.agreedPrice) : null;
  return bookingOptionsQuery({
    ...(deliveryDate && { deliveryDate }),
    ...(rentalType && { rentalType }),
    ...(dumpsterType && { dumpsterType }),
    ...(material && { material }),
    ...(zip && { zip, placementType, ...(state && { state }) }),
    ...(agreed !== null && { agreedPrice: String(agreed) }),
  });
}

type Defaults = { values: OrderValues; options: BookingOptions | undefined };

/** Chooses the first possible day, rental and size, and drops what is not offered. */
function useDefaults(form: OrderForm, { values, options }: Defaults) {
  const { deliveryDate, rentalType, dumpsterType, material, day, payment } = values;
  useEffect(() => {
    if (!options) return;
    if (!deliveryDate) form.setValue('deliveryDate', options.deliveryDate);
    if (!day) form.setValue('day', options.today);
    const offered = options.offers.filter(({ price }) => price !== null);
    const isOffered = offered.some(
      (one) => one.rentalType === rentalType && one.dumpsterType === dumpsterType,
    );
    const of = (found: { rentalType: string; dumpsterType: string } | undefined) => {
      if (!found) return;
      form.setValue('rentalType', found.rentalType);
      form.setValue('dumpsterType', found.dumpsterType);
    };
    if (!isOffered) {
      const size = dumpsterType || DEFAULT_DUMPSTER_TYPE;
      const same = offered.filter((one) => one.dumpsterType === size);
      of(
        same.find((one) => one.rentalType === rentalType) ?? same[Math.floor(same.length / 2)] ?? offered[0],
      );
    }
    // While the prices of another material load, `options` has the previous one.
    const isKnown = options.materials.some(({ id }) => id === material);
    if (!isKnown && options.material !== null) {
      form.setValue('material', options.material);
    }
  }, [form, options, deliveryDate, rentalType, dumpsterType, material, day]);
  const due = ((values.hasAgreedPrice && options?.agreed) || chosenOffer(options, values)?.price)?.dueNow;
  const proposed = useRef('');
  useEffect(() => {
    if (payment !== 'record' || due === undefined) return;
    const [entered, text] = [form.getValues('amount'), (due / 100).toFixed(2)];
    // The amount that is due, until staff enter another.
    if (entered === '' || entered === proposed.current) form.setValue('amount', text);
    proposed.current = text;
  }, [form, payment, due]);
}

/** Sends the order once: the same values are sent again with the same key and body, also after a reload. */
function useSubmission(form: OrderForm, shown: BookingOptions | undefined) {
  const create = useCreateBooking();
  const readOptions = useReadOptions();
  const navigate = useNavigate();
  const isSending = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown) => {
    // A refusal binds nothing to the key; without an answer the same call is repeated.
    if (error instanceof CallError && error.status < 500) saveOrderAttempt(null);
    if (!showIssues(form, error)) setProblem(reasonText(error));
  };
  const book = async (values: OrderValues, tab: Window | null) => {
    const read = await readOptions(values);
    const fingerprint = JSON.stringify([values, chosenOffer(read.options, values)?.price?.quoteHash]);
    const earlier = findOrderAttempt(fingerprint);
    // The call without an answer may have made the booking, which then counts in the warnings.
    if (!earlier && listOrderWarnings(read.options, values).length > 0 && !values.override) {
      tab?.close();
      const message = 'Tick this box to book anyway';
      form.setError('override', { type: 'invalid', message }, { shouldFocus: true });
      return;
    }
    const [seen, now] = [shown, read.options].map((from) => chosenOffer(from, values)?.price);
    if (!values.hasAgreedPrice && seen && now && (seen.total !== now.total || seen.dueNow !== now.dueNow)) {
      tab?.close();
      setProblem('The price has changed. Check the new price with the customer, then book again.');
      return;
    }
    const attempt = earlier ?? {
      fingerprint,
      idempotencyKey: crypto.randomUUID(),
      body: orderBody(values, read),
    };
    saveOrderAttempt(attempt);
    const made = await create.mutateAsync(attempt);
    const { payUrl } = made;
    if (tab && payUrl) tab.location.replace(payUrl);
    saveOrderDraft(null);
    toast(
      values.payment === 'card' && !tab && payUrl
        ? blockedMessage(made.id, payUrl)
        : doneMessage(values, made.id),
    );
    void navigate(bookingPath(made.id));
  };
  const send = async (values: OrderValues) => {
    if (isSending.current) return;
    isSending.current = true;
    setProblem(null);
    // Opened now, because browsers allow a new tab only at a press.
    const tab = values.payment === 'card' ? window.open('', '_blank') : null;
    try {
      await book(values, tab);
    } catch (error) {
      tab?.close();
      fail(error);
    } finally {
      isSending.current = false;
    }
  };
  return { problem, isSending: create.isPending, submit: form.handleSubmit(send) };
}

type ReadOptions = {
  options: BookingOptions;
  /** The server's time: the device's clock can be wrong. */
  nowMs: number;
};

/** What can be booked for the current values, also while the screen still shows the earlier ones. */
function useReadOptions(): (values: OrderValues) => Promise<ReadOptions> {
  const client = useQueryClient();
  return async (values) => {
    const query = optionsQuery(values);
    const options = await client.fetchQuery({ ...query, staleTime: FRESH_MS });
    const readAtMs = client.getQueryState(query.queryKey)?.dataUpdatedAt ?? Date.now();
    return { options, nowMs: Date.parse(options.now) + Date.now() - readAtMs };
  };
}

const FRESH_MS = 30_000;

/** Shows the server's issues at their fields; the first one takes the focus. False: it named none. */
function showIssues(form: OrderForm, error: unknown): boolean {
  const issues = (error instanceof CallError && error.reply?.issues) || [];
  const shown = issues.flatMap(({ path, message }) => {
    const field = fieldOfIssue(path);
    return field ? [{ field, message }] : [];
  });
  for (const [index, { field, message }] of shown.entries()) {
    form.setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return shown.length > 0;
}

function blockedMessage(id: number, payUrl: string) {
  return {
    title: `Booking #${id} made`,
    text: 'The browser blocked the new tab.',
    variant: 'plain' as const,
    action: { label: 'Open the payment page', run: () => void window.open(payUrl, '_blank') },
  };
}

function doneMessage({ payment, email }: OrderValues, id: number) {
  const texts = {
    link: `The payment link is on its way to ${email}.`,
    card: 'The payment page is open in a new tab.',
    record: 'The payment is recorded.',
    later: 'Nothing is paid yet.',
  };
  return { title: `Booking #${id} made`, text: texts[payment], variant: 'plain' as const };
}
