const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Holds the place of rows that are on their way. */
export function SkeletonRows({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden="true" className="max-md:block">
      {ROWS.map((row) => (
        <tr key={row} className="max-md:mb-3 max-md:block">
          <td
            colSpan={columns}
            className="max-md:block max-md:rounded-lg max-md:border max-md:border-line max-md:bg-surface max-md:p-4 md:border-line md:border-b md:px-3 md:py-2"
          >
            <div className="flex h-10 animate-pulse items-center gap-6 max-md:h-28">
              <div className="h-3.5 w-1/3 rounded-sm bg-sunk" />
              <div className="h-3.5 w-1/5 rounded-sm bg-sunk" />
              <div className="h-3.5 w-1/4 rounded-sm bg-sunk" />
            </div>
          </td>
        </tr>
      ))}
    </tbody>
  );
}
