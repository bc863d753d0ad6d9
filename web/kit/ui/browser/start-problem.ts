/** Said where the first step has its alert. */
export const PROBLEM = 'The booking form did not load. Check your connection and try again.';

export function showProblem(text: string): void {
  const problem = document.getElementById('start-problem');
  if (problem) problem.textContent = text;
}
