import type { Migration } from '@corroborate/server-kit/database'
import type { HttpContext, HttpEnv } from '@corroborate/server-kit/http'
import type { LimitTable } from '@corroborate/server-kit/limits'
import type { Handlers, JobPayloads } from '@corroborate/server-kit/outbox'
import type { Settings } from '@corroborate/server-kit/settings'
import type { MiddlewareHandler } from 'hono'
import type { Kysely, Transaction } from 'kysely'
import type { Doi } from '../doi/index.ts'
import type { DoiRoutes } from '../http/index.ts'
import type { AnyPage, Markup } from '../page/index.ts'
import type { Account, DeletedAccount, Person, Visitor } from '../people/index.ts'
import type { AccountIds, Mine } from './mine.ts'
import type { Site } from './site.ts'

/** Everything that one feature brings to the site, made by `defineFeature`: what a feature does not have is empty or null. */
export type Feature<
  Tables,
  Jobs extends JobPayloads,
  FeatureLimits extends LimitTable,
  Pages extends readonly AnyPage[],
  Ports,
> = KeptOfPeople<Tables> & {
  /** The steps of the schema of its own tables. */
  migrations: readonly Migration[]
  /** How often things may be done from one address. LIMITS_SCALE multiplies. */
  limits: FeatureLimits
  /** The pages that it shows. */
  pages: Pages
  /** Its part of a paper's page. */
  paperSection: AnySection<Tables> | null
  /**
   * Counts what an account did, wherever others see it, as that of somebody who has proved who they are, or no longer. In the
   * transaction that notes it, and again when it is noted again.
   */
  noteProof: ((tx: Transaction<Tables>, account: Pick<Account, 'key'>, proved: boolean) => Promise<void>) | null
  /** What it keeps of an account that its person can see on the dashboard. */
  mine: Mine<Tables> | null
  /** Makes what answers requests and runs jobs. `Ports`: what it takes from other wings, beside what every feature is given. */
  open: (site: Site<Tables, Jobs, keyof FeatureLimits & string> & Ports) => OpenFeature<Jobs>
}

/** What a feature with tables does about the people in them. Null: these tables hold nothing of people. */
export type KeptOfPeople<Tables> = {
  /** Gives an account what it keeps of a visitor who signs in. Doing it again does nothing. */
  moveToAccount: ((db: Kysely<Tables>, visitor: Visitor, account: Account, now: number) => Promise<void>) | null
  /**
   * Deletes what it keeps of an account, in the transaction in which every feature does; with `upTo` only what was put or
   * changed there up to then, because somebody did it who had not shown that the account was theirs. Doing it again does nothing.
   */
  deleteAccount: ((tx: Transaction<Tables>, account: DeletedAccount) => Promise<void>) | null
  /** All it keeps of an account, for the person's own copy: plain data under names that no other feature uses. */
  exportOf: ((db: Kysely<Tables>, account: AccountIds) => Promise<Readonly<Record<string, unknown>>>) | null
}

export type OpenFeature<Jobs extends JobPayloads> = {
  /** How each kind of its jobs is done. */
  jobs: Required<Handlers<Jobs>>
  /** Middleware that runs before every route, by phase: neither a feature's place in the list nor that of another changes the phase. */
  middleware: Middleware
  /** Addresses that are not below a DOI: path → method → what answers. */
  routes: Routes
  /** Addresses below a DOI: action → method → what answers. */
  paperRoutes: DoiRoutes
}

/**
 * The phases of middleware, in the order they run. `beforeSession`: knows nothing about who sends the request, and must not ask
 * `people`. `session`: recognizes the session. `withSession`: everything else.
 */
export const middlewarePhases = ['beforeSession', 'session', 'withSession'] as const
export type MiddlewarePhase = (typeof middlewarePhases)[number]
export type Middleware = Readonly<Partial<Record<MiddlewarePhase, readonly MiddlewareHandler<HttpEnv>[]>>>

export type Handler = (c: HttpContext) => Response | Promise<Response>
export type Routes = Readonly<Record<string, Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', Handler>>>>>

/** A part of a paper's page. */
export type PaperSection<Tables, Props extends object> = {
  name: string
  /** At the side it is an island; in the story, below what is known, it is the server's markup and nothing more. */
  place: 'side' | 'story'
  /**
   * True where it shows a reader something of their own: then a page that everybody gets alike has it as nobody sees it, and it is fetched
   * for its reader. In the story its component says where it is (`data-yours`).
   */
  personal?: true
  /** The module of its component. */
  component: Markup<Props>
  /** Prepares reading the component's props for one person; null is anybody we have never seen act. They travel as JSON. */
  reader: (
    db: Kysely<Tables>,
    settings: Settings,
    now: () => number,
  ) => (doi: Doi, person: Person | null) => Promise<Props>
}

// biome-ignore lint/suspicious/noExplicitAny: each shows something of its own.
export type AnySection<Tables> = PaperSection<Tables, any>

/** Any feature that takes no other ports than these, for what is done with every feature. */
// biome-ignore lint/suspicious/noExplicitAny: each has tables, jobs and limits of its own.
export type AnyFeature<Ports = any> = Feature<any, any, LimitTable, readonly AnyPage[], Ports>
