import { type KeyboardEvent, useRef } from 'react';
import { can } from '#domain/accounts/access.ts';
import { PLACEMENT_LABELS, PLACEMENT_TYPES } from '#domain/catalog/quote.ts';
import { useTabSession } from '#web/api/session.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextAreaField, TextField } from '#web/kit/form/TextField.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { Dialog, DialogButtons } from '#web/kit/ui/dialog/Dialog.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { customerFullName } from '#web/kit/ui/names.ts';
import { DetailColumns } from '#web/kit/ui/page/DetailColumns.tsx';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { CustomerCard } from './CustomerCard.tsx';
import { OrderPriceCard } from './OrderPriceCard.tsx';
import { OrderRentalCard } from './OrderRentalCard.tsx';
import { PaymentCard } from './PaymentCard.tsx';
import { type Order, useOrder } from './use-order.ts';

/** For those who may book. A session that ended keeps the form: what was typed stays behind the login. */
export default function NewBookingPage() {
  const { sessionState } = useTabSession();
  const mayBook = sessionState.status !== 'signedIn' || can(sessionState.role, 'bookings:write');
  if (mayBook) return <OrderPage />;
  return (
    <>
      <PageHeading title="New Booking">For a customer on the phone.</PageHeading>
      <Notice variant="quiet" role="note" className="mt-5">
        Your account can read bookings, but not make them. Ask an administrator to change its role.
      </Notice>
    </>
  );
}

/** A booking for a customer on the phone, on one page. The keyboard alone is enough. */
function OrderPage() {
  const order = useOrder();
  const page = useRef<HTMLFormElement>(null);
  const focus = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.focus();
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // A dialog has the key for its own button.
    if (event.target instanceof Element && event.target.closest('dialog')) return;
    event.preventDefault();
    page.current?.requestSubmit();
  };
  return (
    <>
      <form
        ref={page}
        noValidate
        aria-label="New booking"
        onKeyDown={press}
        onSubmit={(event) => void order.submit(event)}
        className="space-y-5"
      >
        <div className="flex flex-wrap items-start justify-between gap-3">
          <PageHeading title="New Booking">For a customer on the phone.</PageHeading>
          <Button variant="secondary" onClick={order.startOver}>
            Start over
          </Button>
        </div>
        <DetailColumns
          details={
            <>
              <CustomerCard order={order} onPicked={() => focus('[role="grid"] [data-day][tabindex="0"]')} />
              <OrderRentalCard order={order} onDayPicked={() => focus('[data-cell]:checked')} />
              <NotesCard order={order} />
            </>
          }
          aside={
            <div className="space-y-5 lg:sticky lg:top-20">
              <PaymentCard order={order} />
              <OrderPriceCard order={order} />
            </div>
          }
          more={null}
        />
      </form>
      {order.asked && <UnfinishedOrder order={order} asked={order.asked} />}
    </>
  );
}

/** 'Book again' was pressed while the order of another customer is not booked. */
function UnfinishedOrder({ order, asked }: { order: Order; asked: NonNullable<Order['asked']> }) {
  const nameOf = ({ firstName = '', lastName = '' }) =>
    customerFullName({ firstName, lastName }).trim() || 'another customer';
  return (
    <Dialog
      title="Unfinished order"
      text={
        <>
          The order for <bdi>{nameOf(order.values)}</bdi> is not booked yet. Booking again for{' '}
          <bdi>{nameOf(asked)}</bdi> discards it.
        </>
      }
      layout="narrow"
      onClose={() => order.answer(false)}
      footer={
        <DialogButtons>
          <Button variant="secondary" onClick={() => order.answer(true)}>
            Discard it and book again
          </Button>
          <Button onClick={() => order.answer(false)}>Continue the order</Button>
        </DialogButtons>
      }
    />
  );
}

function NotesCard({ order: { form } }: { order: Order }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <Card title="Placement and notes">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...register('placementType')}
          label="Placed on"
          error={errors.placementType?.message}
          options={PLACEMENT_TYPES.map((type) => ({ value: type, label: PLACEMENT_LABELS[type] }))}
        />
        <TextField
          {...register('placement')}
          label="Where to put it"
          optional
          autoComplete="off"
          error={errors.placement?.message}
        />
        <TextAreaField
          {...register('notes')}
          label="Notes"
          hint="The customer sees them."
          error={errors.notes?.message}
        />
        <TextAreaField
          {...register('internalNotes')}
          label="Internal notes"
          hint="For staff only."
          error={errors.internalNotes?.message}
        />
      </div>
    </Card>
  );
}
