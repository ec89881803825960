import type { KnownFact, KnownFactKind, Noun } from './model.ts'
import { isDrawn } from './strip.ts'

/** Legend of the timeline's shapes with counts: "2 held", "1 partial retraction". Counted like the status message. */
export const countedAs = (facts: readonly KnownFact[]): { kind: KnownFactKind; words: string }[] => {
  const counts = new Map<string, { kind: KnownFactKind; noun: Noun; count: number }>()
  for (const { kind, noun = nounOf[kind], count: of = 1 } of facts.filter(isDrawn)) {
    const key = `${kind} ${noun.one}`
    counts.set(key, { kind, noun, count: (counts.get(key)?.count ?? 0) + of })
  }
  return [...counts.values()]
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map(({ kind, noun, count }) => ({ kind, words: `${count} ${count === 1 ? noun.one : noun.many}` }))
}

const same = (words: string): Noun => ({ one: words, many: words })

/** In the order in which they stand. */
const nounOf: Readonly<Record<KnownFactKind, Noun>> = {
  held: same('replicated'),
  'not-held': same('failed to replicate'),
  mixed: same('mixed or unclear'),
  correction: { one: 'correction', many: 'corrections' },
  retraction: { one: 'retraction', many: 'retractions' },
  concern: { one: 'expression of concern', many: 'expressions of concern' },
  reinstatement: { one: 'reinstatement', many: 'reinstatements' },
  notice: { one: 'editorial notice', many: 'editorial notices' },
  note: { one: 'community note', many: 'community notes' },
}
const order = Object.keys(nounOf)
