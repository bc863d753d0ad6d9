import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef } from 'react';
import { driverSessionsQuery, useEndDriverSession } from '#web/api/drivers.ts';
import { LoadingDialog } from '#web/kit/form/dialog/LoadingDialog.tsx';
import { SessionRow } from '#web/kit/form/SessionRow.tsx';
import { CloseFooter } from '#web/kit/ui/dialog/CloseFooter.tsx';
import { Dialog } from '#web/kit/ui/dialog/Dialog.tsx';
import type { LinkedDriver } from './SignInLinkDialog.tsx';

type Props = { driver: LinkedDriver; onClose: () => void };

/** Where a driver is signed in. Ends one session, for example of the phone before. */
export function DriverSessionsDialog({ driver, onClose }: Props) {
  const title = `Devices of ${driver.name}`;
  return (
    <LoadingDialog
      query={driverSessionsQuery(driver.id)}
      title={title}
      subject="The list of devices"
      onClose={onClose}
    >
      {() => (
        <Dialog
          title={title}
          text="A session that you end is signed out at once. What that phone has not sent stays on it until the driver signs in there again."
          layout="wide"
          onClose={onClose}
          footer={<CloseFooter onClose={onClose} />}
        >
          <DriverDevices driver={driver} />
        </Dialog>
      )}
    </LoadingDialog>
  );
}

function DriverDevices({ driver }: Pick<Props, 'driver'>) {
  const { data = [], isFetching, dataUpdatedAt } = useQuery(driverSessionsQuery(driver.id));
  const list = useRef<HTMLUListElement>(null);
  // The button of an ended session is removed with its row, so the list takes the focus.
  const hasEnded = useRef(false);
  useEffect(() => {
    if (data && hasEnded.current) list.current?.focus();
  }, [data]);
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label={`Devices of ${driver.name}`}
      aria-busy={isFetching}
      className="mt-4 divide-y divide-line border-line border-y"
    >
      {data.map((one) => (
        <Device
          key={one.id}
          userId={driver.id}
          session={{ ...one, isCurrent: false }}
          nowMs={dataUpdatedAt}
          onEnded={() => {
            hasEnded.current = true;
          }}
        />
      ))}
      {data.length === 0 && (
        <li className="wrap-anywhere py-4 text-ink-soft">
          <bdi>{driver.name}</bdi> is not signed in on any device. Create a sign-in link to set up a phone.
        </li>
      )}
    </ul>
  );
}

type DeviceProps = Omit<ComponentProps<typeof SessionRow>, 'end'> & { userId: number };

function Device({ userId, ...row }: DeviceProps) {
  return <SessionRow {...row} end={useEndDriverSession(userId)} />;
}
