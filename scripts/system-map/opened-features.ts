import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@corroborate/server-kit/database'
import { readSettings } from '@corroborate/server-kit/settings'
import { allEndpoints } from '@corroborate/wire/endpoints.schema'
import { features as providerFeatures } from '../../identity/features.ts'
import { features } from '../../site/app/features.ts'
import { readSource, sourceFiles } from '../source-files.ts'

/** Stands in for whatever a feature is opened with: any property of it is itself, and so is what a call of it returns. */
// biome-ignore lint/suspicious/noExplicitAny: it has to pass for every dependency.
const stub: any = new Proxy(() => {}, {
  get: (_, key) => {
    if (key === Symbol.iterator) return [][Symbol.iterator]
    if (key === Symbol.toPrimitive) return () => 'stub'
    return key === 'then' ? undefined : stub
  },
  apply: () => stub,
  construct: () => stub,
})

/** A dependency with these parts; everything else is the stub. */
const stubWith = (parts: Readonly<Record<string, unknown>>): typeof stub =>
  new Proxy(stub, { get: (_, key) => (typeof key === 'string' ? parts[key] : undefined) ?? stub[key] })

export type OpenedFeature = {
  /** Folder of the feature, from the root. */
  folder: string
  /** Method and path; `:doi` stands for a DOI. */
  routes: readonly string[]
  jobs: readonly string[]
  pages: readonly string[]
}

/** Folders of the site's features, in the order of the list, which is wherever `site/app` imports every `feature.ts`. */
const foldersOfSite = (): string[] => {
  const imported = /import \{ (\w+Feature) \} from '\.(\.?)\/(.*)\/feature\.ts'/g
  const texts = sourceFiles.filter(file => /^site\/app\/[^/]+\.ts$/.test(file)).map(readSource)
  const text = texts.find(source => source.includes('votesFeature,')) ?? ''
  const folders = new Map(
    [...text.matchAll(imported)].map(([, name = '', up, path = '']) => [
      name,
      `site/${up === '' ? 'app/' : ''}${path}`,
    ]),
  )
  const [, list = ''] = /const list = \[(.*?)\] as const/s.exec(text) ?? []
  return [...list.matchAll(/^\s*(\w+),$/gm)].map(([, name = '']) => folders.get(name) ?? name)
}

const methodsOf = (path: string, methods: object): string[] => Object.keys(methods).map(method => `${method} ${path}`)

/** Every feature of the site with the routes, jobs and pages it registers. */
export const openSiteFeatures = async (): Promise<OpenedFeature[]> => {
  const folders = foldersOfSite()
  const data = mkdtempSync(join(tmpdir(), 'corroborate-system-map-'))
  const db = await openDatabase({ file: join(data, 'site.sqlite'), migrations: [], now: () => 0 })
  const site = stubWith({
    db,
    settings: readSettings({ SITE_ORIGIN: 'http://localhost:5000', SITE_CONTACT: 'a@example.org' }),
  })
  const opened = features.map((feature, index): OpenedFeature => {
    const { routes, paperRoutes, jobs } = feature.open(site)
    const belowPaper = Object.entries(paperRoutes).flatMap(([action, methods]) =>
      methodsOf(action === 'paper' ? '/:doi' : `/:doi/${action}`, methods ?? {}),
    )
    return {
      folder: folders[index] ?? '',
      routes: [...Object.entries(routes).flatMap(([path, methods]) => methodsOf(path, methods)), ...belowPaper],
      jobs: Object.keys(jobs),
      pages: feature.pages.map(page => page.name),
    }
  })
  await db.destroy()
  rmSync(data, { recursive: true })
  return opened
}

export type OpenedProvider = {
  /** Routes outside `/sdk/v1`, by feature. */
  pages: readonly { name: string; routes: readonly string[] }[]
  jobs: readonly { name: string; jobs: readonly string[] }[]
  /** The endpoints of `/sdk/v1`: method and path. */
  endpoints: readonly string[]
}

/** Every feature of the identity provider with the routes and jobs it registers. */
export const openProviderFeatures = (): OpenedProvider => {
  const secret = 'x'.repeat(43)
  const settings = readSettings({ CALLER_SECRET: secret, IDENTITY_SECRET: secret })
  const core = stubWith({ settings, origin: settings.identity.origin })
  const opened = providerFeatures.map(({ name, open }) => {
    const { pages, jobs } = open?.(core) ?? {}
    const routes = (pages?.routes ?? [])
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
    return { name, routes: [...new Set(routes)], jobs: Object.keys(jobs ?? {}) }
  })
  return {
    pages: opened.filter(({ routes }) => routes.length > 0),
    jobs: opened.filter(({ jobs }) => jobs.length > 0),
    endpoints: allEndpoints.map(({ method, path }) => `${method} ${path}`),
  }
}
