import { DUMPSTER_SIZES, type DumpsterSize } from '#domain/rental.ts';
import { DumpsterDrawing } from '#web/rental/DumpsterDrawing.tsx';
import { dimensionsInWords, dimensionsLabel, goodFor } from '#web/rental/dimensions.ts';

/** The four sizes beside the same person, so that they compare before one is chosen. */
export function SizeGuide() {
  return (
    <section aria-labelledby="sizes" className="mt-12 sm:mt-16">
      <h2 id="sizes" className="text-2xl">
        Four sizes, drawn to scale
      </h2>
      <p className="mt-1 max-w-2xl text-ink-soft">
        You choose the size in the next step. The deposit is the same for all of them.
      </p>
      <ul className="mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {DUMPSTER_SIZES.map((size) => (
          <Size key={size.id} size={size} />
        ))}
      </ul>
    </section>
  );
}

function Size({ size }: { size: DumpsterSize }) {
  return (
    <li>
      <DumpsterDrawing type={size.id} className="w-full max-w-md" />
      <div className="mt-2 flex flex-wrap items-baseline gap-x-3">
        <h3 className="text-lg">{size.name}</h3>
        <p className="text-ink-soft text-sm">
          <span aria-hidden="true">{dimensionsLabel(size.id)}</span>
          <span className="sr-only">{dimensionsInWords(size.id)}</span>
        </p>
      </div>
      <p className="text-sm">{goodFor(size.id)}</p>
    </li>
  );
}
