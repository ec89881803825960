import { LRUCache } from 'lru-cache'
import type { Database } from '../platform/database/index.ts'
import { findProject, listProjects, type Project } from './store.ts'

/** How long an answer about projects may be old, in ms: an operator's change shows on a running server within it. */
const freshness = 1_000

/** Answers kept, so that made-up tokens cost a bounded amount of memory. */
const mostKept = 1_000

/** Projects as requests look them up: from memory while fresh. */
export type ProjectDirectory = {
  byPublicToken: (publicToken: string) => Promise<Project | null>
  byId: (projectId: string) => Promise<Project | null>
  /** The project that reaches us under this name (`cnameDomain`). */
  byHost: (host: string) => Promise<Project | null>
  /** True when some project allows this origin: all that a preflight, which does not name its project, can ask. */
  someAllows: (origin: string) => Promise<boolean>
  /** Looks everything up anew from now on, for those who have just changed something and will not wait. */
  refresh: () => void
}

export const createProjectDirectory = (db: Database): ProjectDirectory => {
  const caches: { clear: () => void }[] = []
  const remember = <Value>(look: (key: string) => Promise<Value>) => {
    // Its clock is not the time of day: one that is set back must not keep what is old.
    const kept = new LRUCache<string, Promise<Value>>({ max: mostKept, ttl: freshness })
    caches.push(kept)
    return (key: string): Promise<Value> => {
      const known = kept.get(key)
      if (known !== undefined) return known
      const value = look(key)
      kept.set(key, value)
      value.catch(() => kept.delete(key))
      return value
    }
  }
  const byEither = remember(tokenOrId => findProject(db, tokenOrId))
  const byHost = remember(
    async host => (await listProjects(db)).find(({ cnameDomain }) => cnameDomain === host) ?? null,
  )
  const origins = remember(async () => new Set((await listProjects(db)).flatMap(project => project.allowedOrigins)))

  return {
    byPublicToken: async token => {
      const project = await byEither(token)
      return project?.publicToken === token ? project : null
    },
    byId: async id => {
      const project = await byEither(id)
      return project?.id === id ? project : null
    },
    byHost,
    someAllows: async origin => (await origins('')).has(origin),
    refresh: () => {
      for (const cache of caches) cache.clear()
    },
  }
}
