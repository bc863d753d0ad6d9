/** 'Morning', '8:00 AM to 10:00 AM'; null: at any time of the day. */
export function windowText(timeWindow: string): string | null {
  if (timeWindow === 'any') return null;
  if (timeWindow === 'morning') return 'Morning';
  if (timeWindow === 'afternoon') return 'Afternoon';
  return timeWindow.split('-').map(clockText).join(' to ');
}

function clockText(text: string): string {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`;
}
