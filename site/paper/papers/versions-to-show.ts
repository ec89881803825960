import { type Doi, paths } from '../../kit/doi/index.ts'
import { nothingKnown, type Status, statusMark } from '../known/index.ts'
import type { PaperFacts } from './facts.ts'
import type { ShownVersion } from './model.ts'
import type { LookNear, NearFacts } from './near-facts.ts'
import { versionsByTitle } from './same-title.ts'
import type { ReadStatuses } from './statuses.ts'
import type { PaperVersion } from './versions.ts'

type Sources = {
  /** Versions named by records. */
  named: readonly PaperVersion[]
  paper: PaperFacts | null
  near: LookNear
  statuses: ReadStatuses
}

/** Returns a paper's other versions, from records and then by title, with their statuses. */
export const versionsToShow = async ({ named, paper, near, statuses }: Sources): Promise<ShownVersion[]> => {
  const versions = await near(index => versionsNamed({ named, paper, near: index }))
  const known = await statuses(versions.map(({ doi }) => doi))
  return near(index => showVersions(versions, known, index))
}

/** A version, and whether it is inferred from its title. */
export type NamedVersion = PaperVersion & { byTitle: boolean }

/** The other versions of a paper: those that records name, then those that have its title. */
export const versionsNamed = ({
  named,
  paper,
  near,
}: Pick<Sources, 'named' | 'paper'> & { near: NearFacts }): NamedVersion[] => {
  const dois = new Set(named.map(({ doi }) => doi))
  const byTitle = paper === null ? [] : versionsByTitle(paper, near.titled).filter(({ doi }) => !dois.has(doi))
  return [
    ...named.map(version => ({ ...version, byTitle: false })),
    ...byTitle.map(version => ({ ...version, byTitle: true })),
  ]
}

export const showVersions = (
  versions: readonly NamedVersion[],
  known: ReadonlyMap<Doi, Status>,
  { local }: Pick<NearFacts, 'local'>,
): ShownVersion[] =>
  versions.map(({ doi, kind, byTitle }) => {
    const record = local(doi)
    return {
      doi,
      href: paths.paper(doi),
      title: record.kind === 'found' ? record.facts.title : null,
      kind,
      byTitle,
      status: statusMark(known.get(doi) ?? nothingKnown),
    }
  })
