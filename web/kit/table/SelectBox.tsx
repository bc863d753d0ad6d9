import { type MouseEvent, useEffect, useRef } from 'react';

type Props = {
  /** What is selected: 'Select booking #12, Ada Lee'. */
  label: string;
  isOn: boolean;
  /** Some of several are selected. */
  isPartly?: boolean;
  onToggle: (options: { extends: boolean }) => void;
  /** The label is shown, instead of being for screen readers only. */
  isNamed?: boolean;
};

/** A checkbox that selects a row, or the rows of the page. */
export function SelectBox({ label, isOn, isPartly = false, onToggle, isNamed = false }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  const onClick = ({ shiftKey, detail, currentTarget }: MouseEvent<HTMLInputElement>) => {
    onToggle({ extends: shiftKey });
    // After the mouse, the keys of the row go on from here.
    if (detail > 0) currentTarget.closest<HTMLElement>('[data-row]')?.focus({ preventScroll: true });
  };
  return (
    <label
      className={`inline-flex cursor-pointer select-none items-center justify-center rounded-md hover:bg-sunk ${isNamed ? 'min-h-11 gap-3 px-3 text-sm' : 'size-7 max-md:size-11 pointer-coarse:size-11'}`}
    >
      <span className={isNamed ? 'order-1' : 'sr-only'}>{label}</span>
      <input
        ref={box}
        type="checkbox"
        checked={isOn}
        onChange={() => undefined}
        onClick={onClick}
        className="size-4 accent-brand max-md:size-5 pointer-coarse:size-5"
      />
    </label>
  );
}
