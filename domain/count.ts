/** '12,345' of 12345. By hand: a browser takes milliseconds to make ready its own way of writing numbers. */
export function formatCount(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}
