import { foldWords } from '../works-index/index.ts'
import type { FindTitled, PaperFacts } from './facts.ts'
import type { PaperVersion } from './versions.ts'

/** A shorter title may be that of many papers. */
const fewestWords = 4

/**
 * Finds the preprint of an article, or vice versa, among works with the same title: exactly one of the two is a preprint, and they share an
 * author. Inferred rather than from a record, which must be shown.
 */
export const versionsByTitle = (
  paper: Pick<PaperFacts, 'doi' | 'title' | 'authors' | 'type'>,
  titled: FindTitled,
): PaperVersion[] => {
  if (paper.title === null || foldWords(paper.title).length < fewestWords) return []
  const families = new Set(paper.authors.map(familyName))
  return titled([paper.title])
    .filter(other => other.doi !== paper.doi && isPreprint(other) !== isPreprint(paper))
    .filter(other => other.authors.some(author => families.has(familyName(author))))
    .map(other => ({ doi: other.doi, kind: isPreprint(other) ? 'preprint' : 'article' }))
}

const isPreprint = ({ type }: Pick<PaperFacts, 'type'>): boolean => type === 'preprint' || type === 'posted-content'

/** "Ada Lovelace", "Lovelace, Ada" → "lovelace". */
const familyName = ({ name }: { name: string }): string =>
  foldWords(name.includes(',') ? (name.split(',')[0] ?? '') : name).at(-1) ?? name
