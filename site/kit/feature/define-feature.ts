import type { Migration } from '@corroborate/server-kit/database'
import type { LimitTable } from '@corroborate/server-kit/limits'
import type { Handlers, JobPayloads } from '@corroborate/server-kit/outbox'
import type { AnyPage } from '../page/index.ts'
import type { Feature, KeptOfPeople, OpenFeature } from './feature.ts'
import type { Site } from './site.ts'

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
