import { foldWords } from '../works-index/index.ts'
import type { FindTitled, PaperFacts } from './facts.ts'
import type { PaperVersion } from './versions.ts'

/** A shorter title may be that of many papers. */
const fewestWords = 4

/**
 * The preprint of an article, or the article of a preprint, among the works that have its very title: one of the two is a preprint and the
 * other is not, and they share an author. No record says so; who shows it says that too.
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
