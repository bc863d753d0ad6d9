import { useLayoutEffect, useRef } from 'react';
import { CONTROL } from '#web/form/Field.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Modal } from '#web/ui/dialog/Modal.tsx';

type Props = { what: 'address' | 'link'; text: string; onClose: () => void };

/** Text for the clipboard, where the browser refuses: ready to be copied by hand. */
export function CopyByHand({ what, text, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Modal
      aria-labelledby="by-hand-title"
      onClose={onClose}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-lg border border-line p-5 text-left shadow-lift"
    >
      <h2 id="by-hand-title" className="text-xl">
        Copy the {what}
      </h2>
      <p id="by-hand-text" className="mt-2 whitespace-normal font-normal text-base text-ink-soft">
        The browser did not let the clipboard be used. The {what} is selected: copy it from here.
      </p>
      <textarea
        ref={field}
        readOnly
        rows={3}
        dir="auto"
        aria-label={what === 'link' ? 'Link' : 'Address'}
        aria-describedby="by-hand-text"
        value={text}
        className={`${CONTROL} mt-3`}
      />
      <div className="mt-4 flex justify-end">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
