import { randomUUID } from 'node:crypto'
import { type HttpContext, type HttpEnv, HttpProblem } from '@corroborate/server-kit/http'
import type { MiddlewareHandler } from 'hono'
import type { Kysely } from 'kysely'
import { paths } from '../../kit/doi/index.ts'
import { defineFeature, type NoJobs } from '../../kit/feature/index.ts'
import type { People } from '../../kit/people/index.ts'
import { exportImpersonatedRequests, type ImpersonationTables, impersonationMigration } from './store.ts'

type ReadOnlyOptions = {
  db: Kysely<ImpersonationTables>
  people: Pick<People, 'session'>
  now: () => number
}

/** The only allowed requests besides reads: they end or replace the session, or return it to the page's script. */
const ofTheSession: ReadonlySet<string> = new Set([paths.logout, paths.authenticate, paths.ownSession])

/** Blocked reads whose result outlasts the session: the data export. */
const closedReads: ReadonlySet<string> = new Set([paths.accountExport])

const longestPath = 300

/**
 * Makes impersonated sessions read-only, on every address of the site: only reads pass. Every request is written down under the names
 * of the operator and of the account before it is answered.
 */
const createReadOnly =
  ({ db, people, now }: ReadOnlyOptions): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const account = people.session(c)
    if (typeof account === 'string' || account.impersonator === undefined) return next()
    const { method, path } = c.req
    const refused = !mayPass(c)
    const { impersonator, key } = account
    const row = { at: now(), person: key, impersonator, method, path: path.slice(0, longestPath) }
    await db
      .insertInto('impersonated_requests')
      .values({ ...row, id: randomUUID(), refused: refused ? 1 : 0 })
      .execute()
    if (refused)
      throw new HttpProblem(
        403,
        'This session is read-only: you are impersonating this user. Log out to act as yourself.',
      )
    return next()
  }

const mayPass = ({ req: { method, path } }: HttpContext): boolean =>
  method === 'GET' || method === 'HEAD' ? !closedReads.has(path) : ofTheSession.has(path)

/** Read-only sessions of operators who impersonate a user, and the log of their requests. */
export const impersonationFeature = defineFeature<ImpersonationTables, NoJobs>()({
  migrations: [impersonationMigration],
  moveToAccount: null,
  deleteAccount: async (tx, { key, upTo }) => {
    if (upTo === null) await tx.deleteFrom('impersonated_requests').where('person', '=', key).execute()
  },
  exportOf: async (db, { key }) => ({ impersonated_requests: await exportImpersonatedRequests(db, key) }),
  open: ({ db, people, now }) => ({ middleware: { session: [createReadOnly({ db, people, now })] } }),
})
