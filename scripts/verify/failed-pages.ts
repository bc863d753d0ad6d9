import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What the pages of failed journeys showed at the end, as Playwright's last run left it in `folder`. */
export function failedPages(folder: string): string[] {
  return globSync('**/error-context.md', { cwd: folder })
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return `\nThe page of ${dirname(file)}:\n${/```yaml\n([\s\S]*?)```/.exec(text)?.[1] ?? 'unknown\n'}`;
    });
}
