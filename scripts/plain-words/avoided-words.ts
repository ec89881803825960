/** Words that make readers stop, and what to write instead. */
export type Avoided = {
  /** A regular expression, without regard to case. A space in it is any space, a line break and the mark of a comment included. */
  pattern: string
  instead: string
}

export const avoidedWords: readonly Avoided[] = [
  { pattern: 'whoever|whomever', instead: '"people who", "anyone who", or name who it is' },
  { pattern: 'whom', instead: '"who", or say who does it: "the person that X pays" for "to whom X pays"' },
  { pattern: 'hence|thus', instead: '"so", "therefore", or "because" in the sentence before' },
  { pattern: 'thereby|whereby', instead: '"by that", "by which", or a sentence of its own' },
  { pattern: 'thereof|therein|wherein', instead: '"of it", "in it", "in which"' },
  { pattern: 'heretofore|hitherto', instead: '"until now"' },
  { pattern: 'lest', instead: '"so that … not"' },
  { pattern: 'albeit', instead: '"although"' },
  { pattern: 'that which', instead: '"what"' },
  { pattern: 'of late', instead: '"recently", "lately"' },
  { pattern: 'just now', instead: '"right now", or "a moment ago" for what is over' },
  {
    pattern: '(?:what|whatever) (?:has |had |will )?(?:came|comes?|became|becomes?) of',
    instead: '"what happened to", "the result of", "what happens to"',
  },
  { pattern: 'besides', instead: '"also", "apart from", "as well as"' },
  {
    pattern: '(?:stands?|stood|standing) (?:at|behind|below|beside|here|in(?! for\\b)|on|there|under)',
    instead: '"is in", "is at", "is beside" …',
  },
]
