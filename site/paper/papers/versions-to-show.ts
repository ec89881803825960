import { paths } from '../../kit/doi/index.ts'
import { nothingKnown, statusMark } from '../known/index.ts'
import type { PaperFacts } from './facts.ts'
import type { ShownVersion } from './model.ts'
import { versionsByTitle } from './same-title.ts'
import type { NearFacts, ReadStatuses } from './statuses.ts'
import type { PaperVersion } from './versions.ts'

type Sources = {
  /** What records name. */
  named: readonly PaperVersion[]
  paper: PaperFacts | null
  near: NearFacts
  statuses: ReadStatuses
}

/** The other versions of a paper: those that records name, then those that have its title, each with what is known about it. */
export const versionsToShow = async ({ named, paper, near, statuses }: Sources): Promise<ShownVersion[]> => {
  const dois = new Set(named.map(({ doi }) => doi))
  const byTitle = paper === null ? [] : versionsByTitle(paper, near.titled).filter(({ doi }) => !dois.has(doi))
  const versions = [
    ...named.map(version => ({ ...version, byTitle: false })),
    ...byTitle.map(version => ({ ...version, byTitle: true })),
  ]
  const known = await statuses(versions.map(({ doi }) => doi))
  return versions.map(({ doi, kind, byTitle }) => {
    const record = near.local(doi)
    return {
      doi,
      href: paths.paper(doi),
      title: record.kind === 'found' ? record.facts.title : null,
      kind,
      byTitle,
      status: statusMark(known.get(doi) ?? nothingKnown),
    }
  })
}
