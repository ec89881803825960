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
  // URLs may hold an asterisk; to us it would mean a host of that name, and to whoever wrote it all of them.
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

/** What people are shown, in pages and in the subjects of mails. */
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
  /** Where mailed links may lead. The first of a kind is taken when the caller names none. */
  redirectUrls: z
    .object({ login: redirects.default([]), signup: redirects.default([]), reset_password: redirects.default([]) })
    .prefault({}),
  /**
   * Where the application is told what becomes of its users (`webhooks`); null: nowhere. While nobody has said, the project of
   * the site beside us has the site's own address, and any other none.
   */
  userEventsUrl: redirectUrl.nullable().optional(),
  /**
   * The page where people decide what an application of somebody else gets, and where it sends them to log out: the
   * `authorization_endpoint` of OpenID Connect; null: there is none, and nobody can be signed in to such applications.
   */
  authorizeUrl: redirectUrl.nullable().default(null),
  /** Whether an operator has said where that page is, or that there is none: while nobody has, the project of the site beside us has the site's own. */
  authorizeUrlIsSet: z.boolean().default(false),
  /** What applications that sign people in with this project may do besides; all of it off until somebody wants it. */
  openid: z
    .object({
      /** Applications may register themselves (RFC 7591), so many of them at once. */
      dynamicRegistration: z.boolean().default(false),
      mostRegistered: whole(1, 100_000).default(1_000),
      /** Off: a confidential one that asks for `openid` with a `nonce` may do without PKCE. */
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
      /** How long an access token is good for; one that is a JWT five minutes at most. */
      accessTokenMinutes: whole(1, 1_440).default(60),
      /** A refresh token that is not used for so long is void. */
      refreshTokenDays: whole(1, 365).default(30),
    })
    .prefault({}),
  /** Domains our mails come from, for the client's link to the mailbox. */
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
  /** Minutes that mailed and texted secrets live at most; a page may ask for less. */
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
  /** What session JWTs are signed with. ES256 costs the server a fraction of RS256; RS256 is what most libraries expect. */
  jwtAlgorithm: z.enum(sessionJwtAlgorithms).default('RS256'),
  rbac: rbacPolicy
    .refine(({ roles }) => roles.every(role => roleId.safeParse(role.role_id).success), {
      error: 'a role is lower-case letters, digits, hyphens and underscores',
      path: ['roles'],
    })
    .prefault({
      roles: [{ role_id: 'stytch_user', description: 'Everybody who has signed in.', permissions: [] }],
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
  /** What wallets sign is written as EIP-4361 has it, or its counterpart for Solana. */
  siwe: z.boolean().default(false),
  /** A provider that checked an address once is believed only after a code was mailed there (factors/oauth). */
  strictLinking: z.boolean().default(false),
  /** The language of mails and texts that ask for no other, and of notices about an account. */
  locale: z.enum(locales).default('en'),
  /** The owner of an account is told of a sign-in in a browser that was not used before. */
  newDeviceMails: z.boolean().default(true),
  /** "Powered by" under the widget. */
  watermark: z.boolean().default(false),
  /** What tells people from programs (`project captcha set`); null: a proof of work. The secret is kept apart, sealed. */
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
  /** Look at the device that calls: `observation` only counts, `decisioning` asks for a captcha where it finds something. */
  deviceFingerprint: z.enum(['off', 'observation', 'decisioning']).default('off'),
  /** Always answer `password` to `users/search`, so that it tells nobody who has an account. */
  enumerationProtection: z.boolean().default(false),
  /** ISO 3166 regions texts may go to; empty means the built-in list. */
  smsCountries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters'))
    .max(250)
    .default([]),
})
export type ProjectConfig = z.infer<typeof projectConfig>

/** What every user of every project has. */
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
