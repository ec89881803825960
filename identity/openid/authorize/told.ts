import type { Database, Tx } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import { findToldToLogIn, noteToldToLogIn, spendToldToLogIn } from '../store/index.ts'
import type { Person } from './look.ts'
import { type AuthorizationRequest, identityOf, ownWordsOf } from './request.ts'

/** User ID before login. */
const nobody = ''

type Of = { project: Pick<Project, 'id'>; person: Person; asked: AuthorizationRequest }

/**
 * Keys of a possible login prompt for a request, the one of this exact request first. If no user was signed in, the user is known only
 * afterwards, so such a record requires a request with distinguishing values. Clients up to 5.45 send those only with the decision.
 */
const keysOf = ({ project, person, asked }: Of) => {
  const key = (userId: string, request: readonly string[]) => ({ projectId: project.id, userId, request })
  const request = identityOf(asked)
  const words = ownWordsOf(asked)
  const users = [...(person === null ? [] : [person.user.user_id]), nobody]
  return [
    ...(words.length === 0 ? [] : users.map(userId => key(userId, [...request, ...words]))),
    ...(person === null ? [] : [key(person.user.user_id, request)]),
  ]
}

/** Records that the user was prompted to log in for a request. */
export const noteTold = async (db: Database, of: Of, now: number): Promise<void> => {
  const [key] = keysOf(of)
  if (key !== undefined) await noteToldToLogIn(db, key, now)
}

/** Returns the time of the login prompt for a request (epoch ms), or null if there was none. */
export const findTold = async (db: Database | Tx, of: Of, now: number): Promise<number | null> => {
  const told = await Promise.all(keysOf(of).map(key => findToldToLogIn(db, key, now)))
  return told.find(at => at !== null) ?? null
}

/** The request has been answered: another one needs a log-in of its own. */
export const spendTold = async (tx: Tx, of: Of): Promise<void> => {
  for (const key of keysOf(of)) await spendToldToLogIn(tx, key)
}
