import { isLoopbackName } from '@corroborate/server-kit/this-machine'
import { captchaServices } from '@corroborate/wire/captcha'
import { rbacPolicy } from '@corroborate/wire/projects.schema'
import { sessionJwtAlgorithms } from '@corroborate/wire/session-jwt'
import { hasVisibleCharacter } from '@corroborate/wire/written-text'
import { z } from 'zod'
import { locales } from '../platform/locales/index.ts'

/** http is for pages on the same machine; everything else is https. */
const webUrl = (text: string): URL | null => {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || text.includes('#')) return null
  // Rejects asterisks, which we would treat as a literal host name, but the author probably meant as a wildcard.
  if (url.hostname.includes('*')) return null
  return url.protocol === 'https:' || isLoopbackName(url.hostname) ? url : null
}

/** An origin as browsers write it in the `Origin` header. */
export const allowedOrigin = z
  .string()
  .refine(text => {
    const url = webUrl(text)
    return url !== null && url.pathname === '/' && url.search === ''
  }, 'must be one origin such as https://app.example.org, or http:// on this machine')
  .transform(text => new URL(text).origin)

export const redirectUrl = z
  .string()
  .max(2048)
  .refine(text => webUrl(text) !== null, 'must be one https URL without a fragment, or http:// on this machine')
  .transform(text => new URL(text).href)

const whole = (min: number, max: number) => {
  const sentence = `must be a whole number from ${min} to ${max}`
  return z.int(sentence).min(min, sentence).max(max, sentence)
}
const hostName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/i, 'must be a host name')
const roleId = z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/)

/** Display name in pages and mail subjects. */
export const projectName = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,100}$/u, 'must be one line of at most 100 characters')
  .refine(hasVisibleCharacter, 'must have a visible character')

export const redirectKinds = ['login', 'signup', 'reset_password'] as const
export type RedirectKind = (typeof redirectKinds)[number]

const redirects = z.array(redirectUrl).max(100)

/** Everything an operator decides about a project. Stored as JSON; a setting added later needs a default. */
export const projectConfig = z.object({
  /** Pages that may call with credentials; CORS answers these alone. */
  allowedOrigins: z.array(allowedOrigin).max(100).default([]),
  /** For the project of the site beside us: where that was when it last started. */
  siteOrigin: allowedOrigin.nullable().default(null),
  /** Redirect URLs of emailed links. The first of a kind is the default. */
  redirectUrls: z
    .object({ login: redirects.default([]), signup: redirects.default([]), reset_password: redirects.default([]) })
    .prefault({}),
  /** Webhook URL for user events; null disables it. Unless set, the local site's project uses the site's own URL, and others have none. */
  userEventsUrl: redirectUrl.nullable().optional(),
  /** Consent and logout page: the `authorization_endpoint` of OpenID Connect. Null disables sign-in to third-party applications. */
  authorizeUrl: redirectUrl.nullable().default(null),
  /** True if an operator has set or removed the page. Until then, the local site's project uses the site's own. */
  authorizeUrlIsSet: z.boolean().default(false),
  /** Additional features for OpenID applications, all off by default. */
  openid: z
    .object({
      /** Applications may register themselves (RFC 7591), so many of them at once. */
      dynamicRegistration: z.boolean().default(false),
      mostRegistered: whole(1, 100_000).default(1_000),
      /** Off: a confidential client that requests `openid` with a `nonce` may omit PKCE. */
      registeredPkce: z.boolean().default(true),
      /** The id of an application may be the https address of its description. */
      clientIdDocuments: z.boolean().default(false),
      /** Schemes without a dot by which applications that no operator knows may be come back to (RFC 8252, section 8.4). */
      redirectSchemes: z
        .array(z.string().regex(/^[a-z][a-z0-9+-]*$/, 'must be a scheme, such as cursor'))
        .max(50)
        .default([]),
      /** Requests may be sent ahead, server to server (RFC 9126). */
      pushedRequests: z.boolean().default(false),
      /** Tokens may be bound to a key of the application (RFC 9449). */
      dpop: z.boolean().default(false),
      /** Machines may sign in as themselves (RFC 6749, section 4.4). */
      clientCredentials: z.boolean().default(false),
      /** APIs that accept our tokens (RFC 8707), with the scopes that each knows. */
      resources: z
        .array(
          z.object({
            resource: redirectUrl,
            scopes: z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/)).max(50),
            /** `jwt`: the API checks the signature itself, and a revocation shows when the token expires. */
            format: z.enum(['opaque', 'jwt']).default('opaque'),
            /** Applications that no operator knows may ask for it, too: those that registered or described themselves. */
            forAnyApp: z.boolean().default(false),
          }),
        )
        .max(50)
        .default([]),
      /** Lifetime of access tokens in minutes; JWTs live for at most five. */
      accessTokenMinutes: whole(1, 1_440).default(60),
      /** A refresh token that is not used for so long is void. */
      refreshTokenDays: whole(1, 365).default(30),
    })
    .prefault({}),
  /** Sender domains of our mail, for the client's link to the mailbox. */
  emailDomains: z.array(hostName).max(10).default([]),
  /** Host name under which this project reaches us, on the site's own domain. */
  cnameDomain: hostName.nullable().default(null),
  /** On the host of `cnameDomain`, sessions travel in HttpOnly cookies and no script sees a token. */
  httpOnlyCookies: z.boolean().default(false),
  passwords: z
    .object({
      policy: z.enum(['zxcvbn', 'luds']).default('zxcvbn'),
      /** LUDS: how many of lower case, upper case, digits and symbols. */
      ludsComplexity: whole(1, 4).default(3),
      ludsMinimumCount: whole(8, 64).default(12),
      breachDetection: z.boolean().default(true),
      /** Also passwords that accounts have already; they were good when they were chosen. */
      breachDetectionAtLogIn: z.boolean().default(true),
    })
    .prefault({}),
  /** Maximum lifetimes of emailed and texted secrets, in minutes. Pages may request less. */
  expirations: z
    .object({
      magicLink: whole(1, 10_080).default(30),
      passwordReset: whole(1, 10_080).default(30),
      passcode: whole(1, 10).default(5),
    })
    .prefault({}),
  sessions: z
    .object({
      /** Longest that one call may ask for, in minutes. */
      maximumMinutes: whole(5, 527_040).default(527_040),
      /** However often it is extended, a session ends this many minutes after it began. */
      absoluteMinutes: whole(5, 527_040).default(527_040),
      /** A sensitive change needs a factor at most this old. */
      recentFactorMinutes: whole(1, 1_440).default(5),
      /** A session that lacks the second factor of its user lives ten minutes, and can do nothing but finish the sign-in. */
      limitPending: z.boolean().default(false),
    })
    .prefault({}),
  /** Signature algorithm of session JWTs. ES256 costs the server a fraction of RS256, but most libraries expect RS256. */
  jwtAlgorithm: z.enum(sessionJwtAlgorithms).default('RS256'),
  rbac: rbacPolicy
    .refine(({ roles }) => roles.every(role => roleId.safeParse(role.role_id).success), {
      error: 'a role is lower-case letters, digits, hyphens and underscores',
      path: ['roles'],
    })
    .prefault({
      roles: [{ role_id: 'stytch_user', description: 'Every signed-in user.', permissions: [] }],
      resources: [],
      scopes: [],
    }),
  pkce: z
    .object({
      magicLinks: z.boolean().default(false),
      passwordResets: z.boolean().default(false),
      oauth: z.boolean().default(false),
    })
    .prefault({}),
  /** Wallets sign EIP-4361 messages, or their Solana counterpart. */
  siwe: z.boolean().default(false),
  /** Requires an emailed OTP for addresses that a provider verified only once (factors/oauth). */
  strictLinking: z.boolean().default(false),
  /** Default language of mails and texts, and language of account notifications. */
  locale: z.enum(locales).default('en'),
  /** Notifies account owners of sign-ins from new devices. */
  newDeviceMails: z.boolean().default(true),
  /** "Powered by" under the widget. */
  watermark: z.boolean().default(false),
  /** Captcha service (`project captcha set`); null means proof of work. The secret is stored separately, sealed. */
  captcha: z
    .object({
      service: z.enum(captchaServices),
      siteKey: z.string().regex(/^[\x21-\x7e]{1,200}$/),
      /** For services that give a score from 0 to 1: less is taken for a program. */
      minimumScore: z.number().min(0).max(1),
      /** reCAPTCHA Enterprise: the project at Google Cloud. */
      cloudProject: z.string(),
    })
    .nullable()
    .default(null),
  /** Ask for a captcha when limits are near. */
  adaptiveCaptcha: z.boolean().default(false),
  /** Ask for a captcha with every call that may carry one. */
  captchaOnEveryCall: z.boolean().default(false),
  /** Device checks: `observation` only counts, `decisioning` requires a captcha for suspicious devices. */
  deviceFingerprint: z.enum(['off', 'observation', 'decisioning']).default('off'),
  /** Always returns `password` from `users/search`, so that it does not disclose accounts. */
  enumerationProtection: z.boolean().default(false),
  /** ISO 3166 regions texts may go to; empty means the built-in list. */
  smsCountries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters'))
    .max(250)
    .default([]),
})
export type ProjectConfig = z.infer<typeof projectConfig>

/** Role of every user in every project. */
export const everybodysRole = 'stytch_user'

/** True for two addresses that differ at most in the port, both on this machine (RFC 8252 §7.3). */
export const sameUpToLoopbackPort = (a: string, b: string): boolean => {
  if (a === b) return true
  const [one, two] = [new URL(a), new URL(b)]
  if (!isLoopbackName(one.hostname) || one.hostname !== two.hostname) return false
  one.port = ''
  two.port = ''
  return one.href === two.href
}
