import { isDeepStrictEqual } from 'node:util'
import { commandName } from '@corroborate/server-kit/command-line'
import { isUniqueViolation } from '@corroborate/server-kit/database'
import type { Settings } from '@corroborate/server-kit/settings'
import { isLoopbackName } from '@corroborate/server-kit/this-machine'
import { assistantScopes, assistantsPath } from '@corroborate/wire/assistants'
import type { Database } from '../platform/database/index.ts'
import { everybodysRole, type ProjectConfig, projectConfig, type RedirectKind, redirectKinds } from './config.ts'
import { createProject, findProject, type Project, updateProject } from './store.ts'

/** Site paths that emailed links may lead to. */
const paths = ['/', '/authenticate', '/reset-password']
const pagesOf = (origin: string): string[] => paths.map(path => `${origin}${path}`)

const isLocal = (url: string): boolean => isLoopbackName(new URL(url).hostname)
const isOf = (origin: string) => (url: string) => new URL(url).origin === origin

/** Webhook path of the site for user events. */
const userEventsPath = '/webhooks/identity'

/** Path of the site's consent page. */
const consentPath = '/oauth/authorize'

type Following = Pick<
  ProjectConfig,
  | 'siteOrigin'
  | 'allowedOrigins'
  | 'redirectUrls'
  | 'userEventsUrl'
  | 'authorizeUrl'
  | 'authorizeUrlIsSet'
  | 'openid'
  | 'rbac'
>
type Change = Omit<Following, 'authorizeUrlIsSet'>

type Followed = {
  /** Change of the project; null if none. */
  change: Change | null
  /** Warnings for the server's operator. */
  warnings: readonly string[]
}

/**
 * Computes the project changes when the site starts at `origin`: allows that origin and its pages first, and removes the site's previous
 * ones. The scope of the site's MCP server moves along. For a public origin, localhost is no longer allowed; a local site takes no project
 * from a public one. Other origins that an operator allowed stay. Pure.
 */
export const followSite = (project: Following & { publicToken: string }, origin: string): Followed => {
  const { siteOrigin: before, allowedOrigins, redirectUrls, userEventsUrl, authorizeUrl, publicToken } = project
  if (before !== null && !isLocal(before) && isLocal(origin) && allowedOrigins.includes(before)) {
    return { change: null, warnings: [notTaken(before, origin, publicToken)] }
  }
  const hasMoved = before !== origin
  const isGone = (url: string): boolean =>
    hasMoved && !isOf(origin)(url) && ((before !== null && isOf(before)(url)) || (!isLocal(origin) && isLocal(url)))
  const following = (ours: readonly string[], theirs: readonly string[]): string[] => [
    ...new Set([...ours, ...theirs.filter(url => !isGone(url))]),
  ]
  const isTheSites = (url: string | null | undefined): boolean =>
    url === undefined || (url !== null && before !== null && isOf(before)(url))
  const redirects = (kind: RedirectKind) => following(pagesOf(origin), redirectUrls[kind])
  const change = {
    siteOrigin: origin,
    allowedOrigins: following([origin], allowedOrigins),
    redirectUrls: {
      login: redirects('login'),
      signup: redirects('signup'),
      reset_password: redirects('reset_password'),
    },
    userEventsUrl: isTheSites(userEventsUrl) ? origin + userEventsPath : userEventsUrl,
    authorizeUrl:
      !project.authorizeUrlIsSet && (authorizeUrl === null || isTheSites(authorizeUrl))
        ? origin + consentPath
        : authorizeUrl,
    openid: { ...project.openid, resources: resourcesAt(project, origin) },
    rbac: { ...project.rbac, scopes: scopesWithOurs(project) },
  }
  const gone = [...allowedOrigins, ...redirectKinds.flatMap(kind => redirectUrls[kind])].filter(isGone)
  const isSame =
    !hasMoved &&
    change.userEventsUrl === userEventsUrl &&
    change.authorizeUrl === authorizeUrl &&
    isDeepStrictEqual(change.openid.resources, project.openid.resources) &&
    change.rbac.scopes.length === project.rbac.scopes.length &&
    sameItems(change.allowedOrigins, allowedOrigins) &&
    redirectKinds.every(kind => sameItems(change.redirectUrls[kind], redirectUrls[kind]))
  return {
    change: isSame ? null : change,
    // A changed port on localhost needs no warning.
    warnings: gone.length > 0 && !isLocal(origin) ? [noLonger(origin, gone)] : [],
  }
}

/**
 * The APIs that accept the project's tokens, with the site's own for assistants where the site is now: applications that no operator
 * knows may ask for it, and it checks signatures itself.
 */
const resourcesAt = ({ openid, siteOrigin }: Following, origin: string): Following['openid']['resources'] => {
  const ours = [siteOrigin ?? origin, origin].map(place => place + assistantsPath)
  return [
    ...openid.resources.filter(({ resource }) => !ours.includes(resource)),
    { resource: origin + assistantsPath, scopes: Object.keys(assistantScopes), format: 'jwt', forAnyApp: true },
  ]
}

/**
 * Returns the project's scopes, with the default descriptions of the assistants' scopes unless an operator has set them. Every user may
 * grant them.
 */
const scopesWithOurs = ({ rbac }: Following): Following['rbac']['scopes'] => [
  ...rbac.scopes,
  ...Object.entries(assistantScopes)
    .filter(([scope]) => rbac.scopes.every(known => known.scope !== scope))
    .map(([scope, description]) => ({ scope, description, permissions: [] })),
]

/** Regardless of their order, which is the operator's. */
const sameItems = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every(item => b.includes(item))

const noLonger = (origin: string, gone: readonly string[]): string =>
  `The site has moved to ${origin}: its project no longer lets ${[...new Set(gone.map(url => new URL(url).origin))].join(', ')} call ` +
  `or links lead there. \`${commandName('identity')} project set\` allows one again.`

const notTaken = (before: string, origin: string, publicToken: string): string =>
  `The project of the site belongs to ${before}, so ${origin} was not added to it: nobody can sign in there. Set SITE_ORIGIN; or, ` +
  `for a copy of the data on this machine, run \`${commandName('identity')} project set ${publicToken} --disallow-origin ${before}\` and start again.`

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
              { role_id: everybodysRole, description: 'Every signed-in user.', permissions: [] },
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
