import type { SizeOption } from '#domain/catalog/rate-card.ts';
import { FOOT_IN } from './dimensions.ts';

/** Drawing units to a foot: the same for every size, so that drawings side by side compare. */
const FOOT = 10;
/** The box stands on rollers, about four inches off the ground. */
const ROLLER = 0.35 * FOOT;
const LEFT = 4;
/** 5 ft 9 in. */
const PERSON_HEIGHT = 5.75 * FOOT;
const RIB_SPACING = 2 * FOOT;

/** What the drawing shows of a size. */
type DrawnSize = Pick<SizeOption, 'yards' | 'lengthIn' | 'heightIn'>;

type Props = {
  size: DrawnSize;
  /** All sizes that are compared: the drawing has room for the longest and the highest. */
  sizes: readonly DrawnSize[];
  className?: string;
};

/** A roll-off box from the side, to scale beside a person. Hidden from screen readers: the text beside it says the same. */
export function DumpsterDrawing({ size, sizes, className = '' }: Props) {
  const feet = (of: 'lengthIn' | 'heightIn') =>
    Math.max(...sizes.map((each) => each[of]), size[of]) / FOOT_IN;
  const width = (feet('lengthIn') + 5) * FOOT;
  // The person is higher than a low box.
  const ground = (Math.max(feet('heightIn'), 6) + 1.4) * FOOT - 3;
  const right = LEFT + (size.lengthIn / FOOT_IN) * FOOT;
  const bottom = ground - ROLLER;
  return (
    <svg viewBox={`0 0 ${width} ${ground + 3}`} aria-hidden="true" className={className}>
      <path d={`M0 ${ground}H${width}`} className="stroke-edge" strokeWidth="1" />
      <Box
        left={LEFT}
        right={right}
        top={bottom - (size.heightIn / FOOT_IN) * FOOT}
        bottom={bottom}
        number={size.yards}
      />
      <Person x={right + 1.6 * FOOT} ground={ground} />
    </svg>
  );
}

type BoxProps = { left: number; right: number; top: number; bottom: number; number: number };

function Box({ left, right, top, bottom, number }: BoxProps) {
  const slope = 7;
  const ribs: number[] = [];
  for (let x = left + slope + 12; x < right - 8; x += RIB_SPACING) ribs.push(x);
  const middle = (left + slope / 2 + right) / 2;
  return (
    <g>
      <path d={`M${left} ${top}H${right}V${bottom}H${left + slope}Z`} className="fill-steel" />
      {ribs.map((x) => (
        <path key={x} d={`M${x} ${top + 4}V${bottom - 3}`} className="stroke-steel-dark" strokeWidth="2.4" />
      ))}
      <path d={`M${left - 1.5} ${top - 1}H${right + 1.5}V${top + 3}H${left}Z`} className="fill-steel-light" />
      <path
        d={`M${left + slope} ${bottom - 3.5}H${right}V${bottom}H${left + slope + 1}Z`}
        className="fill-steel-dark"
      />
      <path d={`M${right} ${top}v${bottom - top}`} className="stroke-steel-light" strokeWidth="1.6" />
      <circle cx={left + slope + 12} cy={bottom + 1.5} r="2.6" className="fill-iron" />
      <circle cx={right - 10} cy={bottom + 1.5} r="2.6" className="fill-iron" />
      <Plate x={middle} top={top} bottom={bottom} number={number} />
    </g>
  );
}

/** The size, painted on the side. */
function Plate({ x, top, bottom, number }: { x: number; top: number; bottom: number; number: number }) {
  const size = Math.min(26, (bottom - top) * 0.62);
  const y = (top + bottom) / 2;
  return (
    <g>
      <rect
        x={x - size * 0.68}
        y={y - size / 2 - 1}
        width={size * 1.36}
        height={size + 1}
        rx="1.5"
        className="fill-signal"
      />
      <text
        x={x}
        y={y + size * 0.31}
        textAnchor="middle"
        fontSize={size * 0.92}
        className="fill-plate-ink font-display font-semibold"
      >
        {number}
      </text>
    </g>
  );
}

function Person({ x, ground }: { x: number; ground: number }) {
  const top = ground - PERSON_HEIGHT;
  return (
    <g className="fill-ink-soft">
      <circle cx={x} cy={top + 4} r="4" />
      <rect x={x - 5} y={top + 9.5} width="10" height="22" rx="3.5" />
      <rect x={x - 8} y={top + 10.5} width="2.4" height="20" rx="1.2" />
      <rect x={x + 5.6} y={top + 10.5} width="2.4" height="20" rx="1.2" />
      <rect x={x - 4.8} y={top + 28} width="4.1" height={ground - top - 28} rx="1.4" />
      <rect x={x + 0.7} y={top + 28} width="4.1" height={ground - top - 28} rx="1.4" />
    </g>
  );
}
