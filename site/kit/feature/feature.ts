import type { Migration } from '@corroborate/server-kit/database'
import type { HttpContext, HttpEnv } from '@corroborate/server-kit/http'
import type { LimitTable } from '@corroborate/server-kit/limits'
import type { Handlers, JobPayloads } from '@corroborate/server-kit/outbox'
import type { Settings } from '@corroborate/server-kit/settings'
import type { MiddlewareHandler } from 'hono'
import type { Kysely, Transaction } from 'kysely'
import type { ReadAttempts, ReadNotes } from '../../paper/papers/index.ts'
import type { Moderated } from '../../readers/moderation/index.ts'
import type { Doi } from '../doi/index.ts'
import type { DoiRoutes } from '../http/index.ts'
import type { AnyPage } from '../page/index.ts'
import type { Account, DeletedAccount, Person, Visitor } from '../people/index.ts'
import type { AccountIds, Mine } from './mine.ts'
import type { Site } from './site.ts'

/**
 * Everything that one feature brings to the site. What it does not have it says (`[]`, `{}`, `null`), so that the compiler
 * asks for every part of it. The site is built from the list of features in `features.ts`.
 */
export type Feature<
  Tables,
  Jobs extends JobPayloads,
  FeatureLimits extends LimitTable,
  Section extends PaperSection<Tables> | null,
> = {
  /** The steps of the schema of its own tables. */
  migrations: readonly Migration[]
  /** How often things may be done from one address. LIMITS_SCALE multiplies. */
  limits: FeatureLimits
  /** The pages that it shows. */
  pages: readonly AnyPage[]
  /** Its part of a paper's page. */
  paperSection: Section
  /** What of it waits for a moderator before it is public. */
  moderated: Moderated<Tables> | null
  /** Attempts to repeat papers that it knows of: they count as those that sources tell of. */
  attempts: ((db: Kysely<Tables>) => ReadAttempts) | null
  /** What readers say of a paper, as it is told beside what is known. */
  notes: ((db: Kysely<Tables>) => ReadNotes) | null
  /** Gives an account what it keeps of a visitor who signs in. Doing it again does nothing. */
  moveToAccount: ((db: Kysely<Tables>, visitor: Visitor, account: Account, now: number) => Promise<void>) | null
  /**
   * Counts what an account did, wherever others see it, as that of somebody who has proved who they are, or no longer. In the
   * transaction that notes it, and again when it is noted again.
   */
  noteProof: ((tx: Transaction<Tables>, account: Pick<Account, 'key'>, proved: boolean) => Promise<void>) | null
  /**
   * Deletes what it keeps of an account, in the transaction in which every feature does; with `upTo` only what was put or
   * changed there up to then, because whoever did it had not shown that the account was theirs. Doing it again does nothing.
   */
  deleteAccount: ((tx: Transaction<Tables>, account: DeletedAccount) => Promise<void>) | null
  /** What it keeps of an account that its person can see on the dashboard. */
  mine: Mine<Tables> | null
  /** All it keeps of an account, for the person's own copy: plain data under names that no other feature uses. */
  exportOf: ((db: Kysely<Tables>, account: AccountIds) => Promise<Readonly<Record<string, unknown>>>) | null
  /** Makes what answers requests and runs jobs. */
  open: (site: Site<Tables, Jobs, keyof FeatureLimits & string>) => OpenFeature<Jobs>
}

export type OpenFeature<Jobs extends JobPayloads> = {
  /** How each kind of its jobs is done. */
  jobs: Required<Handlers<Jobs>>
  /** What stands in front of every page. */
  middleware: readonly MiddlewareHandler<HttpEnv>[]
  /** Addresses that are not below a DOI: path → method → what answers. */
  routes: Routes
  /** Addresses below a DOI: action → method → what answers. */
  paperRoutes: DoiRoutes
}

export type Handler = (c: HttpContext) => Response | Promise<Response>
export type Routes = Readonly<Record<string, Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', Handler>>>>>

/**
 * A part of a paper's page. At its `side` it is an island, whose component stands under its name in `paper-sections.tsx`; in its
 * `story` it is the server's markup and nothing more, and its component stands in `paper-story.tsx`.
 */
export type PaperSection<
  Tables,
  Name extends string = string,
  Place extends 'side' | 'story' = 'side' | 'story',
  Props extends object = object,
> = {
  name: Name
  place: Place
  /** Prepares reading the component's props for one person; null is anybody we have never seen act. They travel as JSON. */
  reader: (
    db: Kysely<Tables>,
    settings: Settings,
    now: () => number,
  ) => (doi: Doi, person: Person | null) => Promise<Props>
}

/** Any feature, for what is done with every one of them. */
// biome-ignore lint/suspicious/noExplicitAny: each has tables, jobs and limits of its own.
export type AnyFeature = Feature<any, any, LimitTable, PaperSection<any> | null>
