import { addressOf, type HttpEnv } from '@corroborate/server-kit/http'
import { Hono } from 'hono'
import { last, number, onOff, type ProjectConfig, SettingError, type SettingFlags } from '../projects/index.ts'
import type { Core } from '../sdk/core/create-core.ts'
import type { Feature } from '../sdk/feature/feature.ts'
import { authorizeForm } from './authorize/form.ts'
import { authorizeCalls } from './authorize/routes.ts'
import { connectedAppCalls } from './connected-apps/routes.ts'
import { logoPath } from './logo-path.ts'
import { logoutCalls } from './logout/routes.ts'
import { createProviders, insertedPatterns, issuerPattern, openidHandler } from './provider/index.ts'
import { notifyOfSessionEnd, sessionEndJobs } from './session-ends/jobs.ts'
import {
  authorizationsOfUser,
  deleteAuthorizations,
  deleteConsents,
  deleteLogins,
  findClient,
  openidMigrations,
  readLogo,
  revokeGrantsOf,
  sweepOpenid,
} from './store/index.ts'

/** Our own copies of applications' logos, for the consent pages of any project. */
const logoPages = ({ db, guard }: Core): Hono<HttpEnv> =>
  new Hono<HttpEnv>().get(decodeURIComponent(logoPath(':project_id', ':client_id')), async c => {
    await guard.address('callPerAddress', { address: addressOf(c) })
    const client = await findClient(db, c.req.param('project_id') ?? '', c.req.param('client_id') ?? '')
    if (client?.logo == null) return c.notFound()
    const { type, bytes } = readLogo(client.logo)
    c.header('Content-Type', type)
    c.header('Cache-Control', 'public, max-age=300')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return c.body(new Uint8Array(bytes))
  })

type Openid = ProjectConfig['openid']

const turned = (name: keyof { [K in keyof Openid as Openid[K] extends boolean ? K : never]: true }, help: string) => ({
  argument: 'on|off',
  help,
  apply: ({ openid }: ProjectConfig, values: string[]) => ({ openid: { ...openid, [name]: onOff(values) } }),
})

/** `URL`, `URL=scope,scope`, either with `;jwt` and `;any-app` behind it. */
const resourceOf = (text: string): Openid['resources'][number] => {
  const [place = '', ...words] = text.split(';')
  const at = place.indexOf('=')
  const resource = at === -1 ? place : place.slice(0, at)
  const scopes = at === -1 ? [] : place.slice(at + 1).split(',')
  if (words.some(word => word !== 'jwt' && word !== 'any-app')) {
    throw new SettingError('may have ;jwt and ;any-app behind it, and nothing else')
  }
  if (!URL.canParse(resource)) throw new SettingError('must be URL=SCOPE,SCOPE')
  return {
    resource: new URL(resource).href,
    scopes: scopes.filter(scope => scope !== ''),
    format: words.includes('jwt') ? 'jwt' : 'opaque',
    forAnyApp: words.includes('any-app'),
  }
}

/** Operator settings for third-party applications. */
export const openidSettings: SettingFlags = {
  'authorize-url': {
    argument: 'URL|none',
    help: 'the page where people decide what other applications get, and log out from them',
    apply: (_, values) => ({ authorizeUrl: last(values) === 'none' ? null : last(values), authorizeUrlIsSet: true }),
  },
  'dynamic-registration': turned('dynamicRegistration', 'let applications register themselves (RFC 7591)'),
  'most-registered': {
    argument: 'N',
    help: 'so many applications may have registered themselves at once',
    apply: ({ openid }, values) => ({ openid: { ...openid, mostRegistered: number(values) } }),
  },
  'dynamic-registration-pkce': turned(
    'registeredPkce',
    'off: a confidential application that registered itself may do without PKCE where it sends a nonce',
  ),
  'client-id-documents': turned('clientIdDocuments', 'let an application’s id be the address of its description'),
  'redirect-scheme': {
    argument: 'SCHEME',
    help: 'such as cursor: applications that no operator knows may come back by it (repeatable; those with a dot in it may anyway)',
    apply: ({ openid }, values) => ({
      openid: { ...openid, redirectSchemes: [...new Set([...openid.redirectSchemes, ...values])] },
    }),
  },
  'remove-redirect-scheme': {
    argument: 'SCHEME',
    help: 'no longer',
    apply: ({ openid }, values) => ({
      openid: { ...openid, redirectSchemes: openid.redirectSchemes.filter(scheme => !values.includes(scheme)) },
    }),
  },
  'pushed-requests': turned('pushedRequests', 'take requests ahead, server to server (RFC 9126)'),
  dpop: turned('dpop', 'bind tokens to a key of the application (RFC 9449)'),
  'client-credentials': turned('clientCredentials', 'let machines sign in as themselves'),
  'api-resource': {
    argument: 'URL=SCOPE,SCOPE[;jwt][;any-app]',
    help: 'an API that accepts our tokens, with its scopes (repeatable; ;jwt: it checks them itself; ;any-app: applications that no operator knows may ask for it)',
    apply: ({ openid }, values) => {
      const added = values.map(resourceOf)
      const others = openid.resources.filter(({ resource }) => added.every(one => one.resource !== resource))
      return { openid: { ...openid, resources: [...others, ...added] } }
    },
  },
  'remove-api-resource': {
    argument: 'URL',
    help: 'no longer',
    apply: ({ openid }, values) => ({
      openid: { ...openid, resources: openid.resources.filter(({ resource }) => !values.includes(resource)) },
    }),
  },
  'access-token-minutes': {
    argument: 'N',
    help: 'how long access tokens of applications are good for',
    apply: ({ openid }, values) => ({ openid: { ...openid, accessTokenMinutes: number(values) } }),
  },
  'refresh-token-days': {
    argument: 'N',
    help: 'a refresh token that is not used for so long is void',
    apply: ({ openid }, values) => ({ openid: { ...openid, refreshTokenDays: number(values) } }),
  },
}

/** OpenID Connect and OAuth for third-party applications, and user consent. */
export const openidFeature: Feature = {
  name: 'openid provider',
  tables: ['openid_consents', 'openid_authorizations', 'openid_logins'],
  migrations: openidMigrations,
  settings: openidSettings,
  wipeUnproved: (tx, { projectId, userId, now }) => forgetAll(tx, projectId, userId, now),
  deleteUser: (tx, projectId, userId) => forgetAll(tx, projectId, userId, Date.now()),
  sweep: sweepOpenid,
  open: (core: Core) => {
    const providers = createProviders(core)
    const handler = openidHandler(core, providers)
    return {
      calls: [...authorizeCalls(core, providers), ...logoutCalls(core, providers), ...connectedAppCalls(core)],
      jobs: sessionEndJobs(core, providers),
      pages: authorizeForm(core, providers).route('/', logoPages(core)),
      nodeHandlers: Object.fromEntries([issuerPattern, ...insertedPatterns].map(pattern => [pattern, handler])),
    }
  },
}

/** Deletes all data of a deleted user. Applications they signed in to are notified before the list of them is deleted. */
const forgetAll = async (
  tx: Parameters<typeof deleteConsents>[0],
  projectId: string,
  userId: string,
  now: number,
): Promise<void> => {
  for (const { clientId, sid } of await authorizationsOfUser(tx, projectId, userId)) {
    await notifyOfSessionEnd(tx, { projectId, clientId, userId, sid }, now)
  }
  await revokeGrantsOf(tx, projectId, { userId })
  await deleteConsents(tx, projectId, { userId })
  await deleteAuthorizations(tx, projectId, { userId })
  await deleteLogins(tx, projectId, userId)
}
