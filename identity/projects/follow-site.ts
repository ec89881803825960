import { isDeepStrictEqual } from 'node:util'
import { commandName } from '@corroborate/server-kit/command-line'
import { isLoopbackName } from '@corroborate/server-kit/this-machine'
import { assistantScopes, assistantsPath } from '@corroborate/wire/assistants'
import { type ProjectConfig, type RedirectKind, redirectKinds } from './config.ts'

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
