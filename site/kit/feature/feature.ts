import type { Migration } from '@corroborate/server-kit/database'
import type { HttpContext, HttpEnv } from '@corroborate/server-kit/http'
import type { LimitTable } from '@corroborate/server-kit/limits'
import type { Handlers, JobPayloads } from '@corroborate/server-kit/outbox'
import type { Settings } from '@corroborate/server-kit/settings'
import type { MiddlewareHandler } from 'hono'
import type { Kysely, Transaction } from 'kysely'
import type { Doi } from '../doi/index.ts'
import type { DoiRoutes } from '../http/index.ts'
import type { AnyPage, Markup } from '../page/define-page.ts'
import type { Account, DeletedAccount, Person, Visitor } from '../people/index.ts'
import type { AccountIds, Mine, Site } from './site.ts'

/** A feature of the site, created by `defineFeature`: missing parts are empty or null. */
export type Feature<
  Tables,
  Jobs extends JobPayloads,
  FeatureLimits extends LimitTable,
  Pages extends readonly AnyPage[],
  Ports,
> = KeptOfPeople<Tables> & {
  /** The steps of the schema of its own tables. */
  migrations: readonly Migration[]
  /** Rate limits by address. LIMITS_SCALE multiplies them. */
  limits: FeatureLimits
  /** The pages that it shows. */
  pages: Pages
  /** Its part of a paper's page. */
  paperSection: AnySection<Tables> | null
  /** Marks an account's visible contributions as verified or unverified, in the transaction that records the change. Idempotent. */
  noteProof: ((tx: Transaction<Tables>, account: Pick<Account, 'key'>, proved: boolean) => Promise<void>) | null
  /** The account's data on its dashboard. */
  mine: Mine<Tables> | null
  /** Creates the routes and job handlers. `Ports`: dependencies on other wings, in addition to those of every feature. */
  open: (site: Site<Tables, Jobs, keyof FeatureLimits & string> & Ports) => OpenFeature<Jobs>
}

/** Personal data handling of a feature with tables. Null: the tables contain no personal data. */
type KeptOfPeople<Tables> = {
  /** Assigns a visitor's data to an account on sign-in. Idempotent. */
  moveToAccount: ((db: Kysely<Tables>, visitor: Visitor, account: Account, now: number) => Promise<void>) | null
  /**
   * Deletes an account's data, in one transaction across all features; with `upTo` only data written up to then, by an earlier user who had
   * not verified the account. Idempotent.
   */
  deleteAccount: ((tx: Transaction<Tables>, account: DeletedAccount) => Promise<void>) | null
  /** All it keeps of an account, for the person's own copy: plain data under names that no other feature uses. */
  exportOf: ((db: Kysely<Tables>, account: AccountIds) => Promise<Readonly<Record<string, unknown>>>) | null
}

export type OpenFeature<Jobs extends JobPayloads> = {
  /** Handlers of its job kinds. */
  jobs: Required<Handlers<Jobs>>
  /** Middleware that runs before every route, by phase: neither a feature's place in the list nor that of another changes the phase. */
  middleware: Middleware
  /** Routes not below a DOI: path → method → handler. */
  routes: Routes
  /** Routes below a DOI: action → method → handler. */
  paperRoutes: DoiRoutes
}

/**
 * Middleware phases in execution order. `beforeSession`: independent of the user; must not use `people`. `session`: identifies the session.
 * `withSession`: everything else.
 */
export const middlewarePhases = ['beforeSession', 'session', 'withSession'] as const
export type MiddlewarePhase = (typeof middlewarePhases)[number]
export type Middleware = Readonly<Partial<Record<MiddlewarePhase, readonly MiddlewareHandler<HttpEnv>[]>>>

export type Handler = (c: HttpContext) => Response | Promise<Response>
export type Routes = Readonly<Record<string, Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'DELETE', Handler>>>>>

/** A part of a paper's page. */
export type PaperSection<Tables, Props extends object> = {
  name: string
  /** In the sidebar, an island; in the story below the evidence, server-rendered markup only. */
  place: 'side' | 'story'
  /**
   * True if it has personal content: shared pages contain its anonymous version, and the personal one is fetched for the reader. In the
   * story its component marks the place (`data-yours`).
   */
  personal?: true
  /** The module of its component. */
  component: Markup<Props>
  /** Prepares reading the component's props for one person; null is an anonymous visitor. Props are serialized as JSON. */
  reader: (
    db: Kysely<Tables>,
    settings: Settings,
    now: () => number,
  ) => (doi: Doi, person: Person | null) => Promise<Props>
}

// biome-ignore lint/suspicious/noExplicitAny: each shows something of its own.
export type AnySection<Tables> = PaperSection<Tables, any>

/** A feature with any tables, jobs and limits that needs only these ports, for operations across all features. */
// biome-ignore lint/suspicious/noExplicitAny: each has tables, jobs and limits of its own.
export type AnyFeature<Ports = any> = Feature<any, any, LimitTable, readonly AnyPage[], Ports>

export type NoJobs = Record<never, never>

/** For tables that hold nothing of people: a feature with tables has to say so. */
export const nothingOfPeople = { moveToAccount: null, deleteAccount: null, exportOf: null } as const

/** A feature with tables must declare its handling of personal data, or that there is none. */
type Kept<Tables> =
  | ({ migrations: readonly [Migration, ...Migration[]] } & KeptOfPeople<Tables>)
  | ({ migrations?: never } & Partial<KeptOfPeople<Tables>>)

type OpenParts<Jobs extends JobPayloads> = Partial<Omit<OpenFeature<Jobs>, 'jobs'>> &
  (keyof Jobs extends never ? { jobs?: never } : { jobs: Required<Handlers<Jobs>> })

type Parts<
  Tables,
  Jobs extends JobPayloads,
  Limits extends LimitTable,
  Pages extends readonly AnyPage[],
  Ports,
> = Kept<Tables> &
  Partial<Pick<Feature<Tables, Jobs, Limits, Pages, Ports>, 'paperSection' | 'noteProof' | 'mine'>> & {
    limits?: Limits
    pages?: Pages
    open: (site: Site<Tables, Jobs, keyof Limits & string> & Ports) => OpenParts<Jobs>
  }

/**
 * Defines a feature from its parts; missing ones are empty.
 * `Tables`: those it reads and writes. `Jobs`: the payloads of its jobs. `Ports`: its dependencies on other wings, such as `WithPapers`.
 * `Brings`: its contributions to another feature, such as `Moderates<Tables>`.
 */
export const defineFeature =
  <Tables, Jobs extends JobPayloads = NoJobs, Ports = unknown, Brings = unknown>() =>
  <const Limits extends LimitTable = Record<never, never>, const Pages extends readonly AnyPage[] = readonly []>(
    parts: Parts<Tables, Jobs, Limits, Pages, Ports> & Brings,
  ): Feature<Tables, Jobs, Limits, Pages, Ports> & Brings => {
    const none = { migrations: [], limits: {}, pages: [], paperSection: null, noteProof: null, mine: null }
    const open = (site: Site<Tables, Jobs, keyof Limits & string> & Ports) => ({
      jobs: {},
      middleware: {},
      routes: {},
      paperRoutes: {},
      ...parts.open(site),
    })
    return { ...none, ...nothingOfPeople, ...parts, open } as unknown as Feature<Tables, Jobs, Limits, Pages, Ports> &
      Brings
  }
