import { BYTE_ORDER_MARK, type CsvCell, csvLine } from '#domain/shared/csv.ts';
import type { Context } from '#worker/base/context.ts';
import type { ListPage } from '#worker/base/lists/list-repo.ts';
import { describeError } from '#worker/base/platform/log.ts';

/** A heading, and the value of a row. */
export type CsvColumn<Row> = { heading: string; cell: (row: Row) => CsvCell };

export type CsvFile<Row> = {
  /** 'bookings' becomes bookings-2026-11-21.csv. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  /** The rows after a cursor, or the first rows without one. */
  readPage: (place: { limit: number; cursor: string | undefined }) => Promise<ListPage<Row>>;
};

/** Rows per query: few enough for the memory, and enough that a million rows stay below the query limit of a call. */
const STEP = 2000;
const MOST_ROWS = 1_000_000;

/**
 * Streams a file from the database as fast as the client reads it. An invalid request fails before the stream begins. A
 * later failure aborts the transfer, so that the client can see that the file is incomplete.
 */
export async function csvReply<Row>(ctx: Context, file: CsvFile<Row>): Promise<Response> {
  const first = await file.readPage({ limit: STEP, cursor: undefined });
  const texts = generateCsv(file, first);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { value, done } = await texts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        ctx.log.error('export_failed', { file: file.name, ...describeError(error) });
        controller.error(error);
      }
    },
    cancel: async () => {
      await texts.return();
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${file.name}-${ctx.today()}.csv"`,
    },
  });
}

async function* generateCsv<Row>(
  { name, columns, readPage }: CsvFile<Row>,
  first: ListPage<Row>,
): AsyncGenerator<string, void, void> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ heading }) => heading));
  let page = first;
  let count = 0;
  while (true) {
    count += page.rows.length;
    if (count > MOST_ROWS) throw new Error(`More than ${MOST_ROWS} ${name}`);
    yield page.rows.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join('');
    if (page.next === null) return;
    page = await readPage({ limit: STEP, cursor: page.next });
  }
}
