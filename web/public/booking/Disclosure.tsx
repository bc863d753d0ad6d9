import { type ReactNode, useId, useState } from 'react';
import { Button } from '#web/kit/ui/Button.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';

type Props = { title: string; children: (close: () => void) => ReactNode };

/** A button that opens and closes a part of the page. */
export function Disclosure({ title, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {title}
        <Icon name="right" className={`size-4 transition-transform ${isOpen ? '-rotate-90' : 'rotate-90'}`} />
      </Button>
      {isOpen && (
        <div id={id} className="mt-3">
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}
