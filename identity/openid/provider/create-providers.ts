import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Project } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/index.ts'
import type { Provider } from './library.ts'

/** Providers kept in memory, one a project. */
const mostKept = 200

/** The OpenID provider of each project, as its settings and keys are now. */
export type Providers = { of: (project: Project) => Promise<Provider> }

/** The library under them, a tenth of all that the provider loads, is loaded when one is first wanted. */
export const createProviders = (core: Core): Providers => {
  const kept = new LRUCache<string, { made: string; provider: Provider }>({ max: mostKept })

  return {
    of: async project => {
      const [current, published] = await Promise.all([core.keys.current(project), core.keys.published(project.id)])
      const kids = [current.id, ...published.map(({ kid }) => kid)]
      const made = hash(
        'sha256',
        JSON.stringify([project.openid, project.rbac, project.authorizeUrl, project.jwtAlgorithm, kids]),
      )
      const known = kept.get(project.id)
      if (known?.made === made) return known.provider
      const { makeProvider } = await import('./make-provider.ts')
      const provider = makeProvider(core, project, { current, published })
      kept.set(project.id, { made, provider })
      return provider
    },
  }
}
