import { type ReactNode, useId } from 'react';
import { Modal } from '#web/ui/dialog/Modal.tsx';

const SIZES = {
  narrow: 'p-5 sm:p-6 w-[min(28rem,calc(100vw-2rem))]',
  medium: 'p-5 sm:p-6 w-[min(32rem,calc(100vw-1.5rem))]',
  wide: 'p-5 sm:p-6 w-[min(36rem,calc(100vw-1.5rem))]',
  calendar: 'p-4 sm:p-6 w-[min(46rem,calc(100vw-1.5rem))]',
};

type Props = {
  title: ReactNode;
  /** Read out when the dialog opens. */
  text?: ReactNode;
  width: keyof typeof SIZES;
  onClose: () => void;
  children?: ReactNode;
};

/** The frame of every dialog that has a heading. */
export function Dialog({ title, text, width, onClose, children }: Props) {
  const id = useId();
  return (
    <Modal
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      onClose={onClose}
      className={`m-auto max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border border-line text-left shadow-lift ${SIZES[width]}`}
    >
      <h2 id={`${id}-title`} className="wrap-anywhere text-xl">
        {title}
      </h2>
      {text && (
        <div id={`${id}-text`} className="mt-2 whitespace-normal font-normal text-base text-ink-soft">
          {text}
        </div>
      )}
      {children}
    </Modal>
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogButtons({ children, className = 'mt-6' }: { children: ReactNode; className?: string }) {
  return <div className={`flex flex-wrap justify-end gap-3 ${className}`}>{children}</div>;
}
