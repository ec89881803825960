import { LRUCache } from 'lru-cache'
import type { Database } from '../platform/database/index.ts'
import { findProject, listProjects, type Project } from './store.ts'

/** Cache lifetime of projects in ms, within which an operator's change reaches a running server. */
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
  /** Invalidates the cache, for callers that need their own changes immediately. */
  refresh: () => void
}

export const createProjectDirectory = (db: Database): ProjectDirectory => {
  const caches: { clear: () => void }[] = []
  const remember = <Value>(look: (key: string) => Promise<Value>) => {
    // Uses a monotonic clock, so that setting the time back cannot extend stale entries.
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
