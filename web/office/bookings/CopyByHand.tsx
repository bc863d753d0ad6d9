import { useLayoutEffect, useRef } from 'react';
import { CONTROL } from '#web/kit/form/Field.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Dialog, DialogButtons } from '#web/kit/ui/dialog/Dialog.tsx';

type Props = { what: 'address' | 'link'; text: string; onClose: () => void };

/** Selected text to be copied by hand, if the browser refuses access to the clipboard. */
export function CopyByHand({ what, text, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <Dialog
      title={`Copy the ${what}`}
      text={`The browser did not allow access to the clipboard. The ${what} is selected: copy it from here.`}
      layout="narrow"
      onClose={onClose}
    >
      <textarea
        ref={field}
        readOnly
        rows={3}
        dir="auto"
        aria-label={what === 'link' ? 'Link' : 'Address'}
        value={text}
        className={`${CONTROL} mt-3`}
      />
      <DialogButtons>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
