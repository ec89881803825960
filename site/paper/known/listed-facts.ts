import type { KnownFact } from './model.ts'

/** A fact and its place in `KnownModel.facts`, by which the strip links to it. */
export type Placed = { fact: KnownFact; index: number }

/** So many facts are listed on the paper's own page, which a phone has to load; all of them are on pages of their own. */
export const mostListed = 60
/** So many are on one of those. */
export const factsAPage = 50

/** True for published evidence; community reports and notes have their own sections. */
export const isPublished = ({ group }: Pick<KnownFact, 'group'>): boolean => group !== 'report' && group !== 'note'

/** The facts that the paper's page lists: editorial notices and reports first, then attempts, each newest first. Notes have their own section. */
export const listedFacts = (facts: readonly KnownFact[]): readonly Placed[] => {
  const placed = facts.map((fact, index) => ({ fact, index })).filter(({ fact }) => fact.group !== 'note')
  if (placed.length <= mostListed) return placed
  const isAttempt = ({ fact: { group } }: Placed): boolean => group === 'attempt' || group === 'repeated'
  return [...placed.filter(one => !isAttempt(one)), ...placed.filter(isAttempt)].slice(0, mostListed)
}

/** The page of the whole list on which a fact stands. */
export const pageOfFact = (index: number): number => Math.floor(index / factsAPage) + 1
