import type { AnyResource } from '../resource.ts'
import { activity, interest } from './activity.ts'
import { claims } from './claims.ts'
import { funds } from './funds.ts'
import { replications, updates } from './known.ts'
import { ledger } from './ledger.ts'
import { moderation } from './moderation.ts'
import { notes } from './notes.ts'
import { asked, facts, knownSources, versions } from './papers.ts'
import { fallenPapers, fallenReferences, referencesRead } from './references.ts'
import { reports } from './reports.ts'
import { votes } from './votes.ts'

export { lineOfWork, type WorkLine, workOfLine, works } from './works.ts'

/** The files that come from the site's database, in the order in which they are restored. */
export const resources: readonly AnyResource[] = [
  facts,
  versions,
  knownSources,
  asked,
  updates,
  replications,
  fallenPapers,
  fallenReferences,
  referencesRead,
  activity,
  interest,
  votes,
  notes,
  claims,
  reports,
  moderation,
  ledger,
  funds,
]
