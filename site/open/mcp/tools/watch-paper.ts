import type { Limits } from '@corroborate/server-kit/limits'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { SignInTables } from '../../../accounts/sign-in/index.ts'
import { groupedNumber } from '../../../kit/amounts/grouped-number.ts'
import { paths } from '../../../kit/doi/index.ts'
import { mostWatched, type WatchTables, watchAs } from '../../../news/watches/index.ts'
import type { ActivityTables } from '../../../paper/activity/index.ts'
import { doiNamed, paperNamed, personOf } from '../paper-named.ts'
import { addsForPerson, type Tool, ToolProblem } from '../tool.ts'

const input = z.strictObject({ paper: paperNamed })
const output = z.object({
  doi: z.string(),
  status: z.literal('watching'),
  page_url: z.string(),
  dashboard_url: z.string().describe('Dashboard with the user’s watched papers.'),
})

type Options = {
  db: Kysely<WatchTables & ActivityTables & SignInTables>
  limits: Pick<Limits<'assistantDeed'>, 'require'>
  origin: string
  now: () => number
}

/** Watches a paper for the authorizing user. */
export const createWatchPaper = ({ db, limits, origin, now }: Options): Tool<typeof input, typeof output> => ({
  name: 'watch_paper',
  title: 'Watch a paper',
  description:
    'Watches a paper for the user, who is then notified of retractions, corrections and replications. Idempotent. The user can stop watching on the dashboard.',
  input,
  output,
  annotations: addsForPerson,
  scope: 'papers:watch',
  answer: async ({ paper }, asking) => {
    const account = personOf(asking)
    const doi = doiNamed(paper)
    await limits.require('assistantDeed', account.key)
    if (!(await watchAs(db, account, { doi, locale: asking.locale, now: now() })))
      throw new ToolProblem(
        `The user watches ${groupedNumber(mostWatched)} papers, the limit. They have to stop watching one first.`,
      )
    const page_url = origin + paths.paper(doi)
    const data = { doi, status: 'watching', page_url, dashboard_url: origin + paths.dashboard } as const
    return { data, text: `Watching ${doi}. ${page_url}` }
  },
})
