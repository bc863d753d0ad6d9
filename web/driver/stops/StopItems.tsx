import { useEffect, useState } from 'react';
import { formatWeight } from '#domain/catalog/dump-tickets.ts';
import { REQUIRED_ITEM_LABELS, type RequiredItem } from '#domain/dispatch/stops.ts';
import type { PhotoType } from '#domain/rental/bookings.ts';
import { stopPath } from '#web/driver/address.ts';
import { LARGE_BUTTON } from '#web/driver/DriverFrame.tsx';
import { DriverLink } from '#web/driver/DriverLink.tsx';
import { DriverIcon } from '#web/driver/icons.tsx';
import { takeBack, unsentPhoto, useDriver } from '#web/driver/store.ts';
import { PHOTO_LABELS } from '#web/driver/words.ts';
import { pauseInput } from '#web/kit/ui/browser/input-pause.ts';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { ITEM_NAMES, isPhotoItem, PART_OF_ITEM } from './item-words.ts';
import { usePhotoPicker } from './PhotoPicker.tsx';
import { isFinished, isRecorded, plannedUnits, refusedUnit, type StopState } from './stop-state.ts';

/** Lists the required items of a stop, marks those that are recorded, and shows its photos. */
export function StopItems({ state }: { state: StopState }) {
  const { stop, missing, recorded } = state;
  const picker = usePhotoPicker(state);
  const finished = isFinished(state);
  const asked = [...new Set([...stop.requiredItems, ...missing])];
  const items = asked.filter((item) => !finished || isRecorded(item, state));
  const planned = plannedUnits(state);
  const toDo = missing.filter((item) => planned.every((unit) => unit.item !== item));
  if (items.length === 0 && recorded.photos.length === 0) return null;
  return (
    <section className="mt-6">
      <h2 className="text-2xl">{finished ? 'Recorded' : 'To record'}</h2>
      {!finished && (
        <p className="text-ink-soft" role="status">
          {toDo.length === 0
            ? 'Nothing is missing.'
            : `Missing: ${toDo.map((item) => REQUIRED_ITEM_LABELS[item]).join(', ')}.`}
        </p>
      )}
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {items.map((item) => (
          <Item key={item} item={item} state={state} onPhoto={picker.pick} isBusy={picker.isBusy} />
        ))}
      </ul>
      {picker.element}
      {recorded.photos.length > 0 && (
        <ul className="mt-3 grid grid-cols-3 gap-2 [contain-intrinsic-size:auto_20rem] [content-visibility:auto]">
          {recorded.photos.map(({ id, type }) => (
            <li key={id}>
              <Thumbnail id={id} type={type} />
              <DeletePhoto id={id} type={type} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type ItemProps = {
  item: RequiredItem;
  state: StopState;
  onPhoto: (type: PhotoType) => void;
  isBusy: boolean;
};

function Item({ item, state, onPhoto, isBusy }: ItemProps) {
  const isThere = isRecorded(item, state);
  const planned = plannedUnits(state).find((unit) => unit.item === item);
  const finished = isFinished(state);
  const refused = refusedUnit(state, item);
  const value = refused?.number ?? recordedText(item, state) ?? planned?.number;
  const verb = item === 'signature' ? 'Sign' : 'Enter';
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <span
        className={`inline-flex size-7 shrink-0 items-center justify-center rounded-full border-2 ${isThere ? 'border-brand bg-brand text-on-brand' : 'border-edge'}`}
      >
        {isThere && <Icon name="check" className="size-5" />}
        <span className="sr-only">{isThere ? 'Recorded:' : 'Not recorded:'}</span>
      </span>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block text-lg">{ITEM_NAMES[item]}</span>
        {value && (
          <span className="wrap-anywhere block">
            <bdi className="font-semibold">{value}</bdi>
            {planned && ' (planned; Done records it)'}
            {refused && ' (refused)'}
          </span>
        )}
      </span>
      {!finished &&
        (isPhotoItem(item) ? (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => onPhoto(item)}
            className={`${LARGE_BUTTON} w-auto! shrink-0 text-base!`}
          >
            <DriverIcon name="camera" />
            {isThere ? 'Another' : 'Photo'}
            <span className="sr-only">: {ITEM_NAMES[item]}</span>
          </button>
        ) : (
          <DriverLink
            to={stopPath(state.stop.id, PART_OF_ITEM[item])}
            className={`${LARGE_BUTTON} w-auto! shrink-0 text-base!`}
          >
            {isThere || planned || refused ? 'Change' : verb}
            <span className="sr-only">: {ITEM_NAMES[item]}</span>
          </DriverLink>
        ))}
    </li>
  );
}

function recordedText(item: RequiredItem, { recorded }: StopState): string | null {
  if (item === 'unit') return recorded.unit;
  if (item === 'collected_unit') return recorded.collectedUnit;
  if (item !== 'ticket' || !recorded.ticket) return null;
  const { number, net } = recorded.ticket;
  const hasPhoto = recorded.photos.some(({ type }) => type === 'ticket');
  return `${number}, ${formatWeight(net)}${hasPhoto ? '' : ', photo missing'}`;
}

/** A photo that was never sent. A signature belongs to its entry. */
function DeletePhoto({ id, type }: { id: string; type: PhotoType }) {
  const item = useDriver(({ items }) => items.find((each) => each.id === id));
  const [isAsking, setAsking] = useState(false);
  if (item?.state !== 'waiting' || item.isTried || type === 'signature') return null;
  const press = () => {
    pauseInput();
    if (isAsking) void takeBack([item]);
    else setAsking(true);
  };
  return (
    <button type="button" onClick={press} className="min-h-11 w-full font-semibold text-danger underline">
      {isAsking ? 'Delete for good' : 'Delete'}
      <span className="sr-only">: {PHOTO_LABELS[type]}</span>
    </button>
  );
}

/** From this phone until it is sent, then from the server. Without a connection the label stays. */
function Thumbnail({ id, type }: { id: string; type: PhotoType }) {
  const [source, setSource] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let url: string | null = null;
    let isOver = false;
    void unsentPhoto(id).then((bytes) => {
      if (isOver) return;
      if (bytes) url = URL.createObjectURL(new Blob([bytes]));
      setSource(url ?? `/api/driver/photos/${id}`);
    });
    return () => {
      isOver = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id]);
  const frame =
    'flex aspect-4/3 w-full items-center justify-center rounded-md border-2 border-edge object-cover';
  if (isFailed || !source)
    return <span className={`${frame} p-1 text-center text-sm`}>{PHOTO_LABELS[type]}</span>;
  const alt = PHOTO_LABELS[type];
  return <img src={source} alt={alt} decoding="async" onError={() => setFailed(true)} className={frame} />;
}
