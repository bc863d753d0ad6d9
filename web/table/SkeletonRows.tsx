const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Holds the place of rows that are on their way. */
export function SkeletonRows({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden="true" className="cards:block">
      {ROWS.map((row) => (
        <tr key={row} className="cards:mb-3 cards:block">
          <td
            colSpan={columns}
            className="cards:block cards:rounded-lg cards:border cards:border-line cards:bg-surface cards:p-4 rows:px-3 rows:py-2"
          >
            <div className="flex h-10 animate-pulse items-center gap-6 cards:h-28">
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
