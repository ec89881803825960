import { createLifecycle } from '@corroborate/server-kit/lifecycle'
import { createLogger, type Logger } from '@corroborate/server-kit/logging'
import { readSettings, type Settings } from '@corroborate/server-kit/settings'
import { buildSiteIfChanged } from '../site/app/build-if-changed.ts'
import { openSite } from '../site/app/site.ts'
import { inNewFolder } from './in-new-folder.ts'

type SiteInProcess = Awaited<ReturnType<typeof openSite>> & { dataDir: string; settings: Settings; logger: Logger }

/** Opens the site in this process, in a new folder and without services outside, for as long as `measure` takes. */
export const withSite = async <Result>(measure: (site: SiteInProcess) => Promise<Result>): Promise<Result> => {
  await buildSiteIfChanged()
  return inNewFolder(async dataDir => {
    const off = { OPENALEX_URL: 'off', CROSSREF_URL: 'off', RETRACTION_WATCH_URL: 'off', FORRT_URL: 'off' }
    const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...off })
    const logger = createLogger('warn')
    const life = createLifecycle()
    try {
      return await measure({ ...(await openSite({ life, settings, logger })), dataDir, settings, logger })
    } finally {
      await life.end()
    }
  })
}

type Answering = { request: (path: string, init?: RequestInit) => Response | Promise<Response> }

/** CPU time of one request in microseconds, user and system, over `count` requests that take the paths in turn. */
export const cpuPerRequest = async (
  app: Answering,
  paths: readonly [string, ...string[]],
  count: number,
  headers: Readonly<Record<string, string>>,
): Promise<number> => {
  const before = process.cpuUsage()
  for (let n = 0; n < count; n++) {
    const answer = await app.request(paths[n % paths.length] ?? paths[0], { headers })
    if (answer.status !== 200) throw new Error(`A page answered ${answer.status}.`)
    await answer.text()
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}
