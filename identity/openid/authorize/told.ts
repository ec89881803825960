import type { Database, Tx } from '../../platform/database/index.ts'
import type { Project } from '../../projects/index.ts'
import { findToldToLogIn, noteToldToLogIn, spendToldToLogIn } from '../store/index.ts'
import type { Person } from './look.ts'
import { type AuthorizationRequest, identityOf, ownWordsOf } from './request.ts'

/** The user id of somebody who has not logged in yet. */
const nobody = ''

type Of = { project: Pick<Project, 'id'>; person: Person; asked: AuthorizationRequest }

/**
 * Under what it may be noted that somebody is to log in for a request, the note of this very request first. Who they are
 * shows only afterwards when nobody was signed in: such a note is of a request that has words of its own. Clients up to 5.45 send
 * those with the answer alone.
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

/** Notes that they were told to log in for a request. */
export const noteTold = async (db: Database, of: Of, now: number): Promise<void> => {
  const [key] = keysOf(of)
  if (key !== undefined) await noteToldToLogIn(db, key, now)
}

/** When they were told to log in for a request (epoch ms), or null when they were not. */
export const findTold = async (db: Database | Tx, of: Of, now: number): Promise<number | null> => {
  const told = await Promise.all(keysOf(of).map(key => findToldToLogIn(db, key, now)))
  return told.find(at => at !== null) ?? null
}

/** The request has been answered: another one needs a log-in of its own. */
export const spendTold = async (tx: Tx, of: Of): Promise<void> => {
  for (const key of keysOf(of)) await spendToldToLogIn(tx, key)
}
