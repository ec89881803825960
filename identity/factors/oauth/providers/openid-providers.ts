import { z } from 'zod'
import { cleanName, optionalText, provider, standardProfile } from './provider.ts'

const names = z.object({ name: z.object({ firstName: optionalText, lastName: optionalText }) })

/** The name in the JSON that Apple's page posts the first time. It is not signed, so only the name is taken from it. */
const postedName = (posted: string | null) => {
  if (posted === null || posted.length > 4096) return cleanName('')
  try {
    const { name } = names.parse(JSON.parse(posted))
    return cleanName(name.firstName, name.lastName)
  } catch {
    return cleanName('')
  }
}

/** https://developer.apple.com/documentation/signinwithapplerestapi */
export const apple = provider({
  id: 'apple',
  title: 'Apple',
  authorization: 'https://appleid.apple.com/auth/authorize',
  token: 'https://appleid.apple.com/auth/token',
  issuer: 'https://appleid.apple.com',
  jwks: 'https://appleid.apple.com/auth/keys',
  scopes: ['name', 'email'],
  pkce: false,
  clientAuth: 'jwt',
  // Apple posts the response if a name or an email address is requested.
  responseMode: 'form_post',
  idToken: { algorithms: ['RS256'], hasNonce: true },
  toProfile: ({ claims, posted }) => ({ ...standardProfile(claims, 'B'), name: postedName(posted) }),
})

/** https://docs.gitlab.com/integration/openid_connect_provider/ ; `host` is that of another installation. */
export const gitlab = provider({
  id: 'gitlab',
  title: 'GitLab',
  authorization: 'https://{host}/oauth/authorize',
  token: 'https://{host}/oauth/token',
  issuer: 'https://{host}',
  jwks: 'https://{host}/oauth/discovery/keys',
  places: { host: 'gitlab.com' },
  scopes: ['openid', 'profile', 'email'],
  idToken: { algorithms: ['RS256'], hasNonce: true },
  requests: () => [{ url: 'https://{host}/oauth/userinfo', isUserInfo: true }],
  toProfile: ({ answers: [userInfo] }) => standardProfile(userInfo, 'B'),
})

const hosted = z.object({ email: optionalText, hd: optionalText })

/** https://developers.google.com/identity/openid-connect/openid-connect */
export const google = provider({
  id: 'google',
  title: 'Google',
  authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  issuer: 'https://accounts.google.com',
  jwks: 'https://www.googleapis.com/oauth2/v3/certs',
  scopes: ['openid', 'profile', 'email'],
  // Google gives a refresh token at the first consent. A page that wants one each time adds provider_prompt=consent.
  authorizationParameters: { access_type: 'offline' },
  idToken: { algorithms: ['RS256'], hasNonce: true },
  toProfile: ({ claims }) => {
    const { email, hd } = hosted.parse(claims)
    // Google runs the mailboxes of gmail.com and of the organizations that it hosts. It has checked other addresses once.
    const runsMailbox = email.toLowerCase().endsWith('@gmail.com') || hd !== ''
    return standardProfile(claims, runsMailbox ? 'A' : 'B')
  },
})

/** https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
export const linkedin = provider({
  id: 'linkedin',
  title: 'LinkedIn',
  authorization: 'https://www.linkedin.com/oauth/v2/authorization',
  token: 'https://www.linkedin.com/oauth/v2/accessToken',
  issuer: 'https://www.linkedin.com/oauth',
  jwks: 'https://www.linkedin.com/oauth/openid/jwks',
  scopes: ['openid', 'profile', 'email'],
  // It answers a code challenge with `invalid_client`, and leaves the nonce out of the id_token.
  pkce: false,
  idToken: { algorithms: ['RS256'], hasNonce: false },
  requests: () => [{ url: 'https://api.linkedin.com/v2/userinfo', isUserInfo: true }],
  toProfile: ({ answers: [userInfo] }) => standardProfile(userInfo, 'B'),
})

const ids = z.object({ organization_id: z.string().regex(/^\w{15,18}$/), user_id: z.string().regex(/^\w{15,18}$/) })

/**
 * https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_openid.htm ; `host` is test.salesforce.com or a My Domain.
 * Organization administrators set their users' addresses, so these count only if the operator trusts them.
 */
export const salesforce = provider({
  id: 'salesforce',
  title: 'Salesforce',
  authorization: 'https://{host}/services/oauth2/authorize',
  token: 'https://{host}/services/oauth2/token',
  issuer: 'https://{host}',
  jwks: 'https://{host}/id/keys',
  places: { host: 'login.salesforce.com' },
  scopes: ['openid', 'profile', 'email'],
  idToken: { algorithms: ['RS256'], hasNonce: true },
  requests: () => [{ url: 'https://{host}/services/oauth2/userinfo', isUserInfo: true }],
  toProfile: ({ answers: [userInfo], trustsEmails }) => {
    const { organization_id, user_id } = ids.parse(userInfo)
    return { ...standardProfile(userInfo, trustsEmails ? 'B' : 'C'), subject: `${organization_id}.${user_id}` }
  },
})

const slackIds = z.object({
  'https://slack.com/team_id': z.string().regex(/^\w{1,50}$/),
  'https://slack.com/user_id': z.string().regex(/^\w{1,50}$/),
})

/** https://docs.slack.dev/authentication/sign-in-with-slack/ ; its errors are HTTP 200 with `ok: false`. */
export const slack = provider({
  id: 'slack',
  title: 'Slack',
  authorization: 'https://slack.com/openid/connect/authorize',
  token: 'https://slack.com/api/openid.connect.token',
  issuer: 'https://slack.com',
  jwks: 'https://slack.com/openid/connect/keys',
  scopes: ['openid', 'profile', 'email'],
  idToken: { algorithms: ['RS256'], hasNonce: true },
  requests: () => [{ url: 'https://slack.com/api/openid.connect.userInfo', isUserInfo: true }],
  toProfile: ({ answers: [userInfo] }) => {
    const { 'https://slack.com/team_id': team, 'https://slack.com/user_id': user } = slackIds.parse(userInfo)
    return { ...standardProfile(userInfo, 'B'), subject: `${team}.${user}` }
  },
})

const named = z.object({ preferred_username: optionalText })

/** Twitch returns email, name and picture only if each is requested. */
const wanted = { email: null, email_verified: null, preferred_username: null, picture: null }

/** https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ ; `scope` of its answers is an array. */
export const twitch = provider({
  id: 'twitch',
  title: 'Twitch',
  authorization: 'https://id.twitch.tv/oauth2/authorize',
  token: 'https://id.twitch.tv/oauth2/token',
  issuer: 'https://id.twitch.tv/oauth2',
  jwks: 'https://id.twitch.tv/oauth2/keys',
  scopes: ['openid', 'user:read:email'],
  pkce: false,
  authorizationParameters: { claims: JSON.stringify({ id_token: wanted, userinfo: wanted }) },
  idToken: { algorithms: ['RS256'], hasNonce: true },
  requests: () => [{ url: 'https://id.twitch.tv/oauth2/userinfo', isUserInfo: true }],
  toProfile: ({ answers: [userInfo] }) => {
    const { preferred_username: name } = named.parse(userInfo)
    return standardProfile({ ...(userInfo as object), name }, 'B')
  },
})

/** https://developer.yahoo.com/sign-in-with-yahoo/ ; it wants `redirect_uri` again with the code. */
export const yahoo = provider({
  id: 'yahoo',
  title: 'Yahoo',
  authorization: 'https://api.login.yahoo.com/oauth2/request_auth',
  token: 'https://api.login.yahoo.com/oauth2/get_token',
  issuer: 'https://api.login.yahoo.com',
  jwks: 'https://api.login.yahoo.com/openid/v1/certs',
  scopes: ['openid', 'profile', 'email'],
  // Its documents do not say that it accepts a code challenge.
  pkce: false,
  clientAuth: 'basic',
  idToken: { algorithms: ['ES256', 'RS256'], hasNonce: true },
  requests: () => [{ url: 'https://api.login.yahoo.com/openid/v1/userinfo', isUserInfo: true }],
  toProfile: ({ answers: [userInfo] }) => standardProfile(userInfo, 'B'),
})

const guid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
const tenantClaims = z.object({
  tid: guid,
  oid: guid,
  preferred_username: optionalText,
  xms_edov: z.unknown().optional(),
})

/**
 * https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
 * An administrator of any tenant can set `email` to any address. The user is therefore identified by `tid` and `oid` only, and the address
 * counts only if Microsoft confirms that the tenant owns its domain (`xms_edov`, an optional claim).
 */
export const microsoft = provider({
  id: 'microsoft',
  title: 'Microsoft',
  authorization: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize',
  token: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token',
  issuer: 'https://login.microsoftonline.com/{tid}/v2.0',
  jwks: 'https://login.microsoftonline.com/{tenant}/discovery/v2.0/keys',
  places: { tenant: 'common' },
  scopes: ['openid', 'profile', 'email'],
  idToken: { algorithms: ['RS256'], hasNonce: true },
  toProfile: ({ claims }) => {
    const { tid, oid, xms_edov } = tenantClaims.parse(claims)
    const ownsDomain = xms_edov === true || xms_edov === 1 || xms_edov === '1' || xms_edov === 'true'
    const profile = standardProfile({ ...claims, email_verified: ownsDomain }, 'B')
    return { ...profile, subject: `${tid}.${oid}`.toLowerCase() }
  },
})
