import { isUniqueViolation } from '@corroborate/server-kit/database'
import type { Settings } from '@corroborate/server-kit/settings'
import type { Database } from '../platform/database/index.ts'
import { everybodysRole, projectConfig } from './config.ts'
import { followSite } from './follow-site.ts'
import { createProject, findProject, type Project, updateProject } from './store.ts'

/**
 * Creates the local site's project on the first start and updates its allowed origins for the current site (`followSite`). `warnings` are
 * for the server's operator.
 */
export const ensureProjectOfSite = async (
  db: Database,
  settings: Pick<Settings, 'identity' | 'site' | 'mail'>,
  now: number,
): Promise<{ project: Project; warnings: readonly string[] }> => {
  const known = await makeProjectOfSite(db, settings, now)
  const { origin } = settings.site
  const { change, warnings } = followSite(known, origin)
  if (change === null) return { project: known, warnings }
  const follow = (project: Project) => ({ config: followSite(project, origin).change ?? {} })
  return { project: (await updateProject(db, known.publicToken, follow, now)) ?? known, warnings }
}

/** The same project for a command that may come before the first start: where the site is, only its server knows. */
export const makeProjectOfSite = async (
  db: Database,
  { identity: { publicToken }, mail }: Pick<Settings, 'identity' | 'mail'>,
  now: number,
): Promise<Project> => {
  const known = await findProject(db, publicToken)
  if (known !== null) return known
  const emailDomain = /@([^<>@\s]+?)>?$/.exec(mail.from)?.[1] ?? 'localhost'
  try {
    return await createProject(
      db,
      {
        name: 'Corroborate',
        environment: publicToken.startsWith('public-token-live-') ? 'live' : 'test',
        publicToken,
        config: {
          emailDomains: [emailDomain],
          // Assistants cannot know us beforehand: they register themselves for the site's own API.
          openid: projectConfig.shape.openid.parse({ dynamicRegistration: true }),
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
