import type { User } from '@corroborate/wire/types'
import type { LiveSession } from '../../accounts/sessions/index.ts'
import type { Client } from '../../openid/index.ts'
import type { StoredAuditEntry } from '../../platform/audit/store.ts'
import { type Project, redirectKinds } from '../../projects/index.ts'

/** A project as `--json` shows it. */
export const projectView = ({ id, publicToken, name, environment, createdAt, updatedAt, ...config }: Project) => ({
  project_id: id,
  public_token: publicToken,
  name,
  environment,
  created_at: new Date(createdAt).toISOString(),
  updated_at: new Date(updatedAt).toISOString(),
  settings: config,
})

export const projectSummary = ({ publicToken, name, allowedOrigins }: Project): string =>
  `${publicToken}  ${name}  ${allowedOrigins.join(' ')}`

const list = (items: readonly string[]): string => items.join(' ') || 'none'
const onOff = (value: boolean): string => (value ? 'on' : 'off')

/** Names and values in two columns. */
const table = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

export const projectLines = (project: Project): string => table(projectRows(project))

/** Lists a project's settings by name. */
export const projectRows = (project: Project): (readonly [string, string])[] => [
  ['name', project.name],
  ['public token', project.publicToken],
  ['project id', project.id],
  ['origins', list(project.allowedOrigins)],
  ...redirectKinds.map(kind => [`${kind} redirects`, list(project.redirectUrls[kind])] as const),
  ['user events', project.userEventsUrl ?? 'none'],
  ['e-mail domains', list(project.emailDomains)],
  ['cname domain', project.cnameDomain ?? 'none'],
  ['HttpOnly cookies', onOff(project.httpOnlyCookies)],
  [
    'passwords',
    project.passwords.policy === 'luds'
      ? `luds, ${project.passwords.ludsMinimumCount} characters, ${project.passwords.ludsComplexity} kinds`
      : 'zxcvbn',
  ],
  ['breach detection', breachDetection(project.passwords)],
  [
    'minutes to live',
    `magic link ${project.expirations.magicLink}, password reset ${project.expirations.passwordReset}, passcode ${project.expirations.passcode}`,
  ],
  [
    'sessions',
    `${project.sessions.maximumMinutes} minutes a call, ${project.sessions.absoluteMinutes} in all, recent factor ${project.sessions.recentFactorMinutes}`,
  ],
  ['limited pending sessions', onOff(project.sessions.limitPending)],
  ['JWT algorithm', project.jwtAlgorithm],
  ['roles', list(project.rbac.roles.map(role => role.role_id))],
  ['scopes', list(project.rbac.scopes.map(({ scope }) => scope))],
  [
    'PKCE required',
    `magic links ${onOff(project.pkce.magicLinks)}, password resets ${onOff(project.pkce.passwordResets)}, OAuth ${onOff(project.pkce.oauth)}`,
  ],
  ['Sign-In with Ethereum', onOff(project.siwe)],
  ['strict linking', onOff(project.strictLinking)],
  ['language', project.locale],
  ['watermark', onOff(project.watermark)],
  ['captcha', captchaLine(project)],
  ['device fingerprint', project.deviceFingerprint],
  ['enumeration protection', onOff(project.enumerationProtection)],
  ['text countries', project.smsCountries.join(' ') || 'built-in list'],
]

const captchaLine = ({ captcha, adaptiveCaptcha, captchaOnEveryCall }: Project): string => {
  const when = captchaOnEveryCall ? 'on every call' : adaptiveCaptcha ? 'when limits are near' : 'never'
  return `${captcha === null ? 'proof of work' : `${captcha.service} (${captcha.siteKey})`}, ${when}`
}

const breachDetection = ({ breachDetection, breachDetectionAtLogIn }: Project['passwords']): string =>
  breachDetection ? `on, ${breachDetectionAtLogIn ? 'also' : 'not'} at log-in` : 'off'

export const userSummary = (user: User): string =>
  [
    user.user_id,
    user.emails[0]?.email ?? user.phone_numbers[0]?.phone_number ?? '',
    user.status,
    user.roles.join(','),
  ].join('  ')

export const userLines = (user: User): string =>
  table([
    ['user id', user.user_id],
    ['name', Object.values(user.name).filter(Boolean).join(' ') || 'none'],
    ['status', user.status],
    ['roles', list(user.roles)],
    ['e-mails', list(user.emails.map(({ email, verified }) => `${email}${verified ? '' : ' (unverified)'}`))],
    ['phones', list(user.phone_numbers.map(phone => `${phone.phone_number}${phone.verified ? '' : ' (unverified)'}`))],
    ['password', user.password === null ? 'none' : user.password.requires_reset ? 'to be reset' : 'set'],
    ['passkeys', list(user.webauthn_registrations.map(({ name, domain }) => `${name} (${domain})`))],
    [
      'wallets',
      list(user.crypto_wallets.map(wallet => `${wallet.crypto_wallet_address} (${wallet.crypto_wallet_type})`)),
    ],
    [
      'linked accounts',
      list(user.providers.map(({ provider_type, provider_subject }) => `${provider_type} (${provider_subject})`)),
    ],
    ['authenticator', user.totps.some(totp => totp.verified) ? 'set' : 'none'],
    ['external id', user.external_id ?? 'none'],
    ['created', user.created_at],
    ['updated', user.updated_at],
  ])

export const auditLines = (entries: readonly StoredAuditEntry[]): string =>
  entries
    .map(entry =>
      [
        entry.at,
        entry.action,
        entry.user_id ?? '-',
        entry.actor === entry.user_id ? 'by themselves' : `by ${entry.actor}`,
        entry.factor ?? '',
        entry.ip_address ?? '',
        Object.keys(entry.details).length === 0 ? '' : JSON.stringify(entry.details),
      ]
        .filter(Boolean)
        .join('  '),
    )
    .join('\n') || 'Nothing yet.'

/** An application as `--json` shows it. */
export const appView = (client: Client) => ({
  client_id: client.id,
  name: client.name,
  description: client.description,
  origin: client.origin,
  first_party: client.firstParty,
  public: client.isPublic,
  redirect_urls: client.redirectUrls,
  post_logout_redirect_urls: client.postLogoutRedirectUrls,
  backchannel_logout_url: client.backchannelLogoutUrl,
  scopes: client.scopes,
  resources: client.resources,
  serves: client.serves,
  client_credentials: client.clientCredentials,
  pkce: client.pkce,
  auth_method: client.authMethod,
  jwks_uri: client.jwksUri,
  key_ids: (client.jwks?.keys ?? []).map(({ kid }) => String(kid ?? '')),
  profile: client.profile,
  has_logo: client.logo !== null,
  created_at: new Date(client.createdAt).toISOString(),
})

export const appLines = (client: Client): string =>
  table(
    Object.entries(appView(client)).map(
      ([name, value]) => [name, Array.isArray(value) ? value.join(' ') : String(value ?? '')] as const,
    ),
  )

/** A session as `--json` shows it. */
export const sessionView = (session: LiveSession) => ({
  session_id: session.id,
  started_at: new Date(session.startedAt).toISOString(),
  last_accessed_at: new Date(session.lastAccessedAt).toISOString(),
  expires_at: new Date(session.expiresAt).toISOString(),
  ip_address: session.address,
  user_agent: session.userAgent,
  factors: session.factors.map(({ type }) => type),
})

export const sessionLine = (session: LiveSession): string => {
  const { session_id, last_accessed_at, ip_address, user_agent, factors } = sessionView(session)
  return [session_id, last_accessed_at, ip_address, factors.join('+'), user_agent].join('  ')
}
