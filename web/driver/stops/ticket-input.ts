import { MAX_WEIGHT } from '#domain/catalog/dump-tickets.ts';
import { parseDollars } from '#domain/shared/money.ts';

/** The fields of a ticket as the driver types them. */
export type TicketInput = { number: string; gross: string; tare: string; net: string; fee: string };
export type TicketErrors = Partial<Record<keyof TicketInput, string>>;

export type Ticket = {
  number: string;
  /** Pounds. */
  gross: number | null;
  tare: number | null;
  net: number;
  /** Cents. */
  fee: number;
};

const MAX_NUMBER_LENGTH = 100;

/** Whole pounds with or without a comma. Null for anything else. */
function parsePounds(text: string): number | null {
  const digits = text.trim().replaceAll(',', '');
  const pounds = /^\d{1,6}$/.test(digits) ? Number(digits) : null;
  return pounds !== null && pounds <= MAX_WEIGHT ? pounds : null;
}

/** The net weight that gross and tare give; null without both. */
function computeNet({ gross, tare }: Pick<TicketInput, 'gross' | 'tare'>): number | null {
  const [whole, truck] = [parsePounds(gross), parsePounds(tare)];
  return whole === null || truck === null ? null : whole - truck;
}

/** The input after a change of a field: the net weight follows gross and tare, unless the driver typed another one. */
export function changedTicket(input: TicketInput, change: Partial<TicketInput>): TicketInput {
  const next = { ...input, ...change };
  const isComputed = input.net === '' || input.net === netText(input);
  if (change.net !== undefined || !isComputed) return next;
  return { ...next, net: netText(next) };
}

function netText(input: Pick<TicketInput, 'gross' | 'tare'>): string {
  const net = computeNet(input);
  return net !== null && net > 0 ? String(net) : '';
}

/** The ticket, or what is wrong with each field. */
export function readTicket(input: TicketInput): { ticket: Ticket } | { errors: TicketErrors } {
  const errors: TicketErrors = {};
  const number = input.number.trim();
  if (number === '' || number.length > MAX_NUMBER_LENGTH) errors.number = 'Enter the ticket number';
  const [gross, tare] = (['gross', 'tare'] as const).map((field) => {
    const pounds = parsePounds(input[field]);
    if (pounds === null && input[field].trim() !== '') errors[field] = 'Enter whole pounds';
    return pounds;
  }) as [number | null, number | null];
  const net = input.net.trim() === '' ? computeNet(input) : parsePounds(input.net);
  const computed = computeNet(input);
  if (net === null || net < 1) errors.net = 'Enter the net weight in whole pounds';
  else if (computed !== null && computed !== net)
    errors.net = `Gross minus tare is ${computed}. Check the weights`;
  const fee = parseDollars(input.fee);
  if (fee === null) errors.fee = 'Enter the fee in dollars, such as 84.50';
  if (Object.keys(errors).length > 0 || net === null || fee === null) return { errors };
  return { ticket: { number, gross, tare, net, fee } };
}
