import { useRef, useState } from 'react';
import type { BoardRoute } from '#contract/dispatch.ts';
import type { RouteMessage } from '#contract/route-messages.ts';
import { MAX_ROUTE_MESSAGE, OFFICE_TEXTS } from '#domain/dispatch/route-messages.ts';
import { CallError } from '#web/api/call.ts';
import { useSendRouteMessage } from '#web/api/route-messages.ts';
import { reasonText } from '#web/kit/form/failure.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { TextField } from '#web/kit/form/TextField.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { stopTitle } from '#web/office/dispatch/words.ts';

type Props = { route: BoardRoute; messages: readonly RouteMessage[] };

/** An answer: one tap, or a text. It is about the stop of the driver's last message unless another one is chosen. */
export function AnswerForm({ route, messages }: Props) {
  const stops = route.stops.flatMap((stop, index) =>
    stop.id === null ? [] : [{ value: String(stop.id), label: `Stop ${index + 1}, ${stopTitle(stop)}` }],
  );
  const asked = messages.findLast(({ isFromDriver }) => isFromDriver)?.stopId;
  const [chosen, setChosen] = useState<string | null>(null);
  const about = chosen ?? stops.find(({ value }) => value === String(asked))?.value ?? '';
  const [text, setText] = useState('');
  const sending = useSendRouteMessage(route.id);
  /** What was sent without a reply is sent again under its key. */
  const attempt = useRef<{ content: string; about: string; key: string } | null>(null);
  const send = (content: string, onSent: () => void) => {
    if (sending.isPending || content.trim() === '') return;
    const known = attempt.current?.content === content && attempt.current.about === about;
    const key = known && attempt.current ? attempt.current.key : crypto.randomUUID();
    attempt.current = { content, about, key };
    const stopId = about === '' ? null : Number(about);
    sending.mutate(
      { content, stopId, idempotencyKey: key },
      {
        onSuccess: () => {
          attempt.current = null;
          onSent();
        },
        onError: (error) => {
          if (error instanceof CallError && error.status < 500) attempt.current = null;
        },
      },
    );
  };
  return (
    <form
      noValidate
      className="mt-4 space-y-3 border-line border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        send(text, () => setText(''));
      }}
    >
      <SelectField
        name="about"
        label="About"
        options={[{ value: '', label: 'The route' }, ...stops]}
        value={about}
        error={undefined}
        onChange={({ target }) => setChosen(target.value)}
      />
      <fieldset>
        <legend className="mb-1.5 font-semibold text-sm">Send at once</legend>
        <div className="flex flex-wrap gap-2">
          {OFFICE_TEXTS.map((one) => (
            <RowButton key={one} aria-disabled={sending.isPending} onClick={() => send(one, () => undefined)}>
              {one}
            </RowButton>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-52">
          <TextField
            name="content"
            label="Or write to the driver"
            autoComplete="off"
            maxLength={MAX_ROUTE_MESSAGE}
            value={text}
            error={undefined}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <Button type="submit" variant="secondary" aria-disabled={sending.isPending || text.trim() === ''}>
          {sending.isPending ? 'Sending...' : 'Send'}
        </Button>
      </div>
      {sending.error && (
        <p role="alert" className="font-semibold text-danger text-sm">
          The message was not sent. {reasonText(sending.error)} Send it again.
        </p>
      )}
      <p role="status" className="sr-only">
        {sending.isSuccess && 'Message sent.'}
      </p>
    </form>
  );
}
