import { listed } from '@corroborate/server-kit/database'
import type { Database } from '../../platform/database/index.ts'
import type { LiveSession } from './live-session.ts'

/** Use of a session is written down at most this often, in ms. */
const accessNoted = 60_000

/** Uses are gathered for so long before they are written, in ms. */
const gathering = 1_000

/** True if the last recorded use of a session is old enough to record another. */
export const isWorthNoting = ({ lastAccessedAt }: Pick<LiveSession, 'lastAccessedAt'>, now: number): boolean =>
  lastAccessedAt <= now - accessNoted

/** Writes down that sessions of a project were used, by one statement; those that another node has noted meanwhile stay. */
export const writeAccesses = async (
  db: Database,
  projectId: string,
  sessionIds: readonly string[],
  now: number,
): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ last_accessed_at: now })
    .where('project_id', '=', projectId)
    .where('session_id', 'in', listed(db, JSON.stringify(sessionIds)))
    .where('last_accessed_at', '<=', now - accessNoted)
    .execute()
}

/**
 * Creates a recorder of session use, which writes in batches once a second without blocking requests. A crash loses only the pending
 * last-used times, which have minute precision.
 */
export const createNoteAccess = (db: Database) => {
  const used = new Map<string, { ids: Set<string>; latest: number }>()
  let timer: NodeJS.Timeout | undefined

  const write = async (): Promise<void> => {
    timer = undefined
    const batches = [...used]
    used.clear()
    for (const [projectId, { ids, latest }] of batches) await writeAccesses(db, projectId, [...ids], latest)
  }

  return (projectId: string, session: LiveSession, now: number): void => {
    if (!isWorthNoting(session, now)) return
    const batch = used.get(projectId) ?? { ids: new Set(), latest: now }
    used.set(projectId, { ids: batch.ids.add(session.id), latest: Math.max(batch.latest, now) })
    if (timer === undefined) timer = setTimeout(() => void write().catch(() => {}), gathering).unref()
  }
}
