import { useState } from 'react';
import type { UnitDirection } from '#domain/dispatch/driver-actions.ts';
import { UNIT_ITEMS } from '#domain/dispatch/stop-log.ts';
import { findUnitNumber } from '#domain/jobs/unit-numbers.ts';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { useDriver } from '#web/driver/store.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { PartForm } from './PartForm.tsx';
import type { PartProps } from './StopPage.tsx';
import { canScanUnits } from './scan-units.ts';
import { refusedUnit } from './stop-state.ts';
import { UnitScanner } from './UnitScanner.tsx';
import { useRecording } from './use-recording.ts';

const MAX_LENGTH = 60;
/** A number that the records are against: the driver corrects it, or is sure. */
type Doubt = { number: string; reason: string };

/** The number of a unit: scanned where the phone can, else typed. */
export function UnitPart({ state, onClose, direction }: PartProps & { direction: UnitDirection }) {
  const { stop, recorded } = state;
  const isBrought = direction === 'brought';
  const typed = isBrought ? recorded.unit : recorded.collectedUnit;
  const refused = refusedUnit(state, UNIT_ITEMS[direction]);
  // The plan is no answer any more when the driver has said another number.
  const ofPlan = isBrought ? stop.unit : stop.collectedUnit;
  const planned = typed === null && !refused ? ofPlan : null;
  const fleet = useDriver(({ routes }) => routes?.fleet?.numbers ?? null);
  const [number, setNumber] = useState(refused?.number ?? typed ?? '');
  const [doubt, setDoubt] = useState<Doubt | null>(refused);
  const [error, setError] = useState<string>();
  const [isScanning, setScanning] = useState(false);
  const { isBusy, save } = useRecording(state, onClose);
  const store = (value: string, isSure: boolean) =>
    void save(() => [
      { kind: 'action', type: 'unit', payload: { number: value, direction, ...(isSure && { isSure }) } },
    ]);
  const recordNumber = (text: string) => {
    const value = text.trim();
    const painted = fleet === null ? value : findUnitNumber(fleet.split('\n'), value);
    if (value === '' || value.length > MAX_LENGTH) setError('Enter the number that is painted on the unit');
    else if (value === doubt?.number) setError('Correct the number, or say that you are sure');
    else if (painted === null) setDoubt({ number: value, reason: `The office has no unit ${value}.` });
    else return store(painted, false);
    document.getElementById('unit-number')?.focus();
  };
  return (
    <PartForm button="Save the unit" isBusy={isBusy} onSubmit={() => recordNumber(number)}>
      {doubt && <DoubtNotice doubt={doubt} onSure={() => store(doubt.number, true)} />}
      {planned && (
        <button type="button" onClick={() => store(planned.number, false)} className={LARGE_BUTTON}>
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

function DoubtNotice({ doubt: { number, reason }, onSure }: { doubt: Doubt; onSure: () => void }) {
  return (
    <Notice variant="danger" role="alert">
      <p className="wrap-anywhere">{reason}</p>
      <p className="mt-1">Is this the number on the unit? The office then checks it with you.</p>
      <button type="button" onClick={onSure} className={`${LARGE_BUTTON} mt-3`}>
        <span className="wrap-anywhere">
          I am sure: <bdi>{number}</bdi>
        </span>
      </button>
    </Notice>
  );
}
