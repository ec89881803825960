import { runTransaction } from '@corroborate/server-kit/database'
import { type HttpContext, HttpProblem, invalidCallerSignature } from '@corroborate/server-kit/http'
import { createRejectionLog, type Logger } from '@corroborate/server-kit/logging'
import type { ReadWebhook } from '@corroborate/server-kit/webhooks'
import { type UserEvent, userEvent } from '@corroborate/wire/user-events.schema'
import type { Kysely, Transaction } from 'kysely'
import { accountKey, type DeletedAccount, type Person } from '../../../kit/people/index.ts'
import { holdAccount, holdProof, noteWipe, type SignInTables } from './store.ts'

/**
 * Returns true if the user's account is verified, and keeps that true for the rest of the transaction (`holdProof`). Call it before taking
 * any other lock.
 * @throws HttpProblem 401 if the account was deleted meanwhile
 */
export const holdAccountStatus = async (tx: Transaction<SignInTables>, person: Person): Promise<boolean> => {
  if (!person.signedIn) return false
  const proved = await holdProof(tx, person.id)
  if (proved === null) throw new HttpProblem(401, 'This account no longer exists.')
  return proved
}

type UserEventsOptions = {
  db: Kysely<SignInTables>
  readWebhook: ReadWebhook
  deleteAccount: (tx: Transaction<SignInTables>, account: DeletedAccount) => Promise<void>
  logger: Pick<Logger, 'info' | 'warn' | 'error'>
  now: () => number
}

/**
 * `POST /webhooks/identity`: deletion of a user, or wiping of an account after the first verification of its mailbox. Acknowledged only
 * after everything is done in one transaction; until then the event is redelivered. Idempotent.
 */
export const createUserEventsCall = ({ db, readWebhook, deleteAccount, logger, now }: UserEventsOptions) => {
  const noteRefusal = createRejectionLog(logger)
  const handle = async (tx: Transaction<SignInTables>, event: UserEvent): Promise<void> => {
    const id = event.data.user_id
    const account = { id, key: accountKey(id) }
    switch (event.type) {
      case 'user.deleted':
        await holdAccount(tx, id)
        return deleteAccount(tx, { ...account, upTo: null, at: now() })
      case 'user.wiped':
        return wipe(tx, account, Date.parse(event.timestamp))
    }
  }

  const wipe = async (tx: Transaction<SignInTables>, account: Pick<DeletedAccount, 'id' | 'key'>, at: number) => {
    const noted = await noteWipe(tx, account.id, { at, now: now() })
    if (noted !== null) await deleteAccount(tx, { ...account, upTo: noted.upTo, at: now() })
  }

  return async (c: HttpContext): Promise<Response> => {
    const text = await c.req.text()
    if (!readWebhook(c.req.raw.headers, text)) {
      noteRefusal(invalidCallerSignature, { level: 'warn', path: c.req.path })
      throw new HttpProblem(401, 'Invalid signature: the request was not signed by this site’s identity provider.')
    }
    const read = userEvent.safeParse(JSON.parse(text))
    // Ignores event types of a newer provider.
    if (!read.success) return c.body(null, 204)
    await runTransaction(db, tx => handle(tx, read.data))
    logger.info({ type: read.data.type, user: read.data.data.user_id }, 'the provider told what happened to a user')
    return c.body(null, 204)
  }
}
