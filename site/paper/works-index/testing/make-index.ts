import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storedDoi } from '../../../kit/doi/index.ts'
import { prepareWork } from '../replace-work.ts'
import type { Work } from '../work.ts'
import { openWorksWriter } from '../writer.ts'

/** A work with the facts that a test cares about. */
export const work = (
  doi: string,
  facts: Partial<Omit<Work, 'authors' | 'doi'>> & { authors?: string[] } = {},
): Work => {
  const { authors = [], ...rest } = facts
  return {
    doi: storedDoi(doi),
    title: `Title of ${doi}`,
    authors: authors.map(name => ({ name, orcid: null })),
    authorsTruncated: false,
    journal: null,
    year: null,
    type: 'article',
    citedBy: null,
    retracted: null,
    pmid: null,
    source: 'import',
    ...rest,
  }
}

/** A folder of its own for one test file. */
export const temporaryFolder = (): { file: (name: string) => string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'works-index-'))
  return { file: name => join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Writes an index with these works and the vocabulary of them. */
export const writeIndex = (file: string, works: readonly Work[]): void => {
  const writer = openWorksWriter(file)
  writer.put(works.map(prepareWork), 'keep')
  writer.refreshVocabulary()
  writer.close()
}
