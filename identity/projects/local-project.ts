import { isUniqueViolation } from '@corroborate/server-kit/database'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Database } from '../platform/database/index.ts'
import { everybodysRole } from './config.ts'
import { createProject, findProject, type Project, updateProject } from './store.ts'

/** Paths of the site that mailed links may lead to. */
const pages = ['/', '/authenticate', '/reset-password']

/**
 * The project of the site beside us: made at the first start, and on every start the site's origin of today is allowed,
 * whatever port it has now. What an operator changed stays.
 */
export const ensureProjectOfSite = async (
  db: Database,
  { identity: { publicToken }, site: { origin: siteOrigin }, mail }: Pick<Settings, 'identity' | 'site' | 'mail'>,
  now: number,
): Promise<Project> => {
  const emailDomain = /@([^<>@\s]+?)>?$/.exec(mail.from)?.[1] ?? 'localhost'
  const urls = pages.map(path => `${siteOrigin}${path}`)
  const known = await findProject(db, publicToken)
  if (known === null) return make()

  const isComplete =
    known.allowedOrigins.includes(siteOrigin) &&
    Object.values(known.redirectUrls).every(allowed => urls.every(url => allowed.includes(url)))
  if (isComplete) return known
  const updated = await updateProject(
    db,
    publicToken,
    project => ({
      config: {
        allowedOrigins: union(project.allowedOrigins, [siteOrigin]),
        redirectUrls: {
          login: union(urls, project.redirectUrls.login),
          signup: union(urls, project.redirectUrls.signup),
          reset_password: union(urls, project.redirectUrls.reset_password),
        },
      },
    }),
    now,
  )
  return updated ?? known

  async function make(): Promise<Project> {
    try {
      return await createProject(
        db,
        {
          name: 'Corroborate',
          environment: publicToken.startsWith('public-token-live-') ? 'live' : 'test',
          publicToken,
          config: {
            allowedOrigins: [siteOrigin],
            redirectUrls: { login: urls, signup: urls, reset_password: urls },
            emailDomains: [emailDomain],
            rbac: {
              roles: [
                { role_id: everybodysRole, description: 'Everybody who has signed in.', permissions: [] },
                {
                  role_id: 'moderator',
                  description: 'Approves and rejects notes and reports.',
                  permissions: [{ resource_id: 'notes', actions: ['moderate'] }],
                },
              ],
              resources: [
                { resource_id: 'notes', description: 'Notes and reproduction reports.', actions: ['moderate'] },
              ],
              scopes: [],
            },
          },
        },
        now,
      )
    } catch (error) {
      // Another node started at the same moment.
      const made = isUniqueViolation(error) ? await findProject(db, publicToken) : null
      if (made === null) throw error
      return made
    }
  }
}

const union = (first: readonly string[], second: readonly string[]): string[] => [...new Set([...first, ...second])]
