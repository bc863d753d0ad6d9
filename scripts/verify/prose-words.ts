/** What a rule reads: prose as lower-case words (identifiers are split), or the text as it is written. */
export type ProseRule = { pattern: RegExp; instead: string; isRaw?: true };

const word = (pattern: string, instead: string): ProseRule => ({
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'g'),
  instead,
});
const raw = (pattern: RegExp, instead: string): ProseRule => ({ pattern, instead, isRaw: true });

/** Words and names that made readers stumble, and what to write instead (see CONTRIBUTING). */
export const PROSE_RULES: readonly ProseRule[] = [
  word('whoever', "'the caller that', 'the user who', 'the first process that'"),
  word('whatever', "'any', 'even if', or leave the clause out"),
  word('somebody|everybody', "the role: 'a customer', 'another user', 'all staff'"),
  word('nobody', "'no one', 'no user', or say what is missing"),
  word('meanwhile', "'since then', or say what changed and when"),
  word('told', "'notified', 'informed', 'passed', 'returned'"),
  raw(
    /\btells?[A-Z]\w*|[a-z]Tells?\b|\btell-[a-z]+/g,
    "the verb: 'notify...', 'send...Email', 'announce...'",
  ),
  word('ours', "'of this system', or name the thing"),
  word('wish|wishes|wished', "'request'"),
  word('patience|patient(?:ly)?', "'timeout', 'retry policy', 'waits up to 5 s'"),
  word('twins?', "'a concurrent request with the same key', 'duplicate'"),
  word('bury|buries|buried', "'store as dead letter', 'give up'"),
  word('revives?|revived', "'restore', 'requeue'"),
  word(
    '(?<!(?:dead|first|one|two|each|every|no|capital) )letters?(?! (?:digits|and digits|or digits))',
    "'e-mail', 'message', 'template', 'dead letter'",
  ),
  raw(
    /(?<![./\w])promises?(?=\s+[a-z])(?! (?:as|in|of|satisfies) [A-Z])/g,
    "'commitment', 'guarantee', 'reserve'",
  ),
  raw(/[a-z]Promis(?:es|ed)\b|\bpromises?[A-Z]\w*|\bpromised\b/g, "'commitment', 'reserved'"),
  word('beliefs?|believe[sd]?', "'cached state', 'assumes', 'trusts'"),
  word('obstacles?', "'missing settings', 'reasons', 'blockers'"),
  word('overtaken', "'conflict', 'stale'"),
  word('faces', "'fonts'"),
  word('gist', "'summary'"),
  word('of which', "a second sentence, or 'whose', 'that'"),
  word('such an?', "'a ... like this', or name the thing"),
  word('asked that', "'must'"),
  word('good hope|gladly|in vain|anew', 'plain words'),
  word('complaints?', "'errors', 'problems'"),
  word('turned away|hears?|heard', "'rejected'; 'receives', 'received'"),
  raw(
    /\b(?:type|interface) (?:Given|Wanted|Kept|Sought|Through|Taker|Located|Finding|Doing|Shown|Nowhere|Outside)\b/g,
    "a noun that says what it is: 'ChargeInput', 'SearchTerm', 'RowPosition'",
  ),
  raw(/\bconst (?:FEW|MOST|AS|WHO|MANY)\b/g, "the quantity: 'MAX_ATTEMPTS', 'PAGE_SIZE'"),
  raw(/\bat: '[a-z]/g, "'type', 'kind', 'status' or 'step' as discriminator"),
];
