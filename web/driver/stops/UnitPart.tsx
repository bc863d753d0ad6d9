import { useState } from 'react';
import type { UnitDirection } from '#domain/dispatch/driver-actions.ts';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { TextField } from '#web/form/TextField.tsx';
import { PartForm } from './PartForm.tsx';
import type { PartProps } from './StopPage.tsx';
import { canScanUnits } from './scan-units.ts';
import { UnitScanner } from './UnitScanner.tsx';
import { useRecording } from './use-recording.ts';

const MAX_LENGTH = 60;

/** The number of a unit: scanned where the phone can, else typed. */
export function UnitPart({ state, onClose, direction }: PartProps & { direction: UnitDirection }) {
  const { stop, recorded } = state;
  const isBrought = direction === 'brought';
  const planned = isBrought ? stop.unit : stop.collectedUnit;
  const [number, setNumber] = useState((isBrought ? recorded.unit : recorded.collectedUnit) ?? '');
  const [error, setError] = useState<string>();
  const [isScanning, setScanning] = useState(false);
  const { isBusy, save } = useRecording(state, onClose);
  const recordNumber = (text: string) => {
    const value = text.trim();
    if (value === '' || value.length > MAX_LENGTH) {
      setError('Enter the number that is painted on the unit');
      document.getElementById('unit-number')?.focus();
      return;
    }
    void save(() => [{ kind: 'action', type: 'unit', payload: { number: value, direction } }]);
  };
  return (
    <PartForm button="Save the unit" isBusy={isBusy} onSubmit={() => recordNumber(number)}>
      {planned && (
        <button type="button" onClick={() => recordNumber(planned.number)} className={LARGE_BUTTON}>
          <span className="wrap-anywhere">
            Use the planned unit, <bdi>{planned.number}</bdi>
          </span>
        </button>
      )}
      {canScanUnits() &&
        (isScanning ? (
          <UnitScanner
            onFound={(text) => {
              setScanning(false);
              setNumber(text);
            }}
            onClose={() => setScanning(false)}
          />
        ) : (
          <button type="button" onClick={() => setScanning(true)} className={LARGE_BUTTON}>
            Scan the code on the unit
          </button>
        ))}
      <TextField
        id="unit-number"
        name="number"
        label="Number on the unit"
        value={number}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="done"
        onChange={({ target }) => {
          setNumber(target.value);
          setError(undefined);
        }}
      />
    </PartForm>
  );
}
