import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { shortestSecret } from '../secret-file/index.ts'
import { isLoopbackName } from '../this-machine/index.ts'
import { type CachePurge, cachePurges, type Secret, secret } from './cache-purges.ts'

/** The token of the project that a fresh identity provider creates for the site beside it. */
const localProjectToken = 'public-token-test-5a9d3f2e-0c1b-4e7a-9f86-2b7d41c0e935'

const urlWith = (protocols: readonly string[], sentence: string) =>
  z.string().refine(text => URL.canParse(text) && protocols.includes(new URL(text).protocol), sentence)

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
  .transform(Number)
  .refine(value => value <= 65535, 'must be a whole number from 0 to 65535')

const count = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
  .transform(Number)

const origin = urlWith(['http:', 'https:'], 'must be an address such as https://papers.example.org')
  .refine(text => {
    if (!URL.canParse(text)) return true
    const { pathname, search, hash, username } = new URL(text)
    return pathname === '/' && search === '' && hash === '' && username === ''
  }, 'must be only a scheme, a host and perhaps a port: no path, query or user name')
  .refine(text => {
    if (!URL.canParse(text)) return true
    const { protocol, hostname } = new URL(text)
    return protocol !== 'http:' || isLoopbackName(hostname)
  }, 'must begin with https:// unless it is on this machine (http://localhost)')
  .transform(text => new URL(text).origin)

/** Origins with commas between them. */
const origins = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .pipe(z.array(origin))

/** The base address of an outside service, without a slash at its end, so that paths can simply be added. */
const service = urlWith(['http:', 'https:'], 'must be an http or https address').transform(text =>
  text.replace(/\/+$/, ''),
)

/** Amounts of money in whole units, for people to choose from. */
const amounts = z
  .string()
  .regex(/^[1-9]\d{0,6}(\s*,\s*[1-9]\d{0,6}){0,5}$/, 'must be up to six whole numbers with commas between them')
  .transform(text => text.split(',').map(Number))

/** Fake servers in tests, which must be local. */
const localServer = service.refine(
  text => URL.canParse(text) && isLoopbackName(new URL(text).hostname),
  'must be an address of this machine such as http://127.0.0.1:5410',
)

const switchableService = z.union([z.literal('off').transform(() => null), service], {
  error: 'must be an http or https address, or the word off',
})

const postgres = urlWith(
  ['postgres:', 'postgresql:'],
  'must be a PostgreSQL address such as postgres://user:password@host:5432/name',
).transform(secret)

const hidden = z.string().transform(secret)

const secrets = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .refine(
    parts => parts.every(part => part.length >= shortestSecret && !/\s/.test(part)),
    `must be at least ${shortestSecret} characters without spaces, or several such with commas between them`,
  )
  .transform(parts => parts.map(secret))

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const toBlockList = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const networks = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .refine(parts => parts.every(isNetwork), 'must be addresses or networks with commas between them, such as 10.0.0.0/8')
  .transform(toBlockList)

/** Nodes of chains: `1=https://…`, several with commas between them. An address often holds the key of an account. */
const nodes = z
  .string()
  .transform(text => text.split(',').map(part => /^\s*([1-9]\d{0,19})=(\S+)\s*$/.exec(part)))
  .refine(
    parts => parts.every(part => URL.canParse(part?.[2] ?? '') && /^https?:/i.test(part?.[2] ?? '')),
    'must be the number of a chain and the address of a node, such as 1=https://rpc.example.org, or several such with commas between them',
  )
  .transform(
    (parts): ReadonlyMap<string, Secret> => new Map(parts.map(part => [part?.[1] ?? '', secret(part?.[2] ?? '')])),
  )

/** The nodes of one OpenSearch: several with commas between them. An address may hold a name and a password. */
const searchNodes = z
  .string()
  .transform(text => text.split(',').map(part => part.trim()))
  .refine(
    parts => parts.every(part => URL.canParse(part) && /^https?:$/.test(new URL(part).protocol)),
    'must be the address of an OpenSearch such as https://user:password@host:9200, or several such with commas between them',
  )
  .transform(parts => parts.map(secret))

/** Any text whose braces contain only these placeholders. */
const fillable = z.string().regex(/^(?:[^{}]|\{(?:code|project|minutes)\})+$/)
const template = z.union([
  z.string().transform(sid => ({ sid, variables: { 1: '{code}' } })),
  z.strictObject({ sid: z.string(), variables: z.record(z.string().regex(/^\w{1,16}$/), fillable) }),
])
const templates = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom' })
      return z.NEVER
    }
  })
  .pipe(z.record(z.string().regex(/^[a-z]{2,3}$/), template))
  .refine(
    languages =>
      Object.keys(languages).length > 0 && Object.values(languages).every(({ sid }) => /^HX[0-9a-fA-F]{32}$/.test(sid)),
  )

/**
 * All environment variables of the servers. Messages follow the variable's name. Add a new variable here, in `.env.example` (a test
 * compares them), and in `group-settings.ts`, through which the code reads it.
 */
export const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], { error: 'must be development, production or test' })
    .default('development'),
  HOST: z.string().optional(),
  PORT: port.default(5000),
  IDENTITY_PORT: port.default(5001),
  SITE_ORIGIN: origin.optional(),
  IDENTITY_ORIGIN: origin.optional(),
  HSTS_SUBDOMAINS: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .default('off')
    .transform(value => value === 'on'),
  IDENTITY_PUBLIC_TOKEN: z
    .string()
    .regex(/^public-token-(test|live)-[0-9a-f-]{36}$/, 'must be a public token of the identity provider')
    .default(localProjectToken),
  IDENTITY_SECRET: secrets.optional(),
  CALLER_SECRET: secrets.optional(),
  OAUTH_PROVIDERS_URL: localServer.optional(),
  CAPTCHA_SERVICES_URL: localServer.optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: postgres.optional(),
  DATABASE_REPLICA_URL: postgres.optional(),
  IDENTITY_DATABASE_URL: postgres.optional(),
  REDIS_URL: urlWith(['redis:', 'rediss:'], 'must be a Redis address such as redis://host:6379')
    .transform(secret)
    .optional(),
  SEARCH_URL: searchNodes.optional(),
  CACHE_PURGE_URL: cachePurges.default([]),
  OPENALEX_URL: switchableService.default('https://api.openalex.org'),
  OPENALEX_API_KEY: hidden.optional(),
  CROSSREF_URL: switchableService.default('https://api.crossref.org'),
  RETRACTION_WATCH_URL: switchableService.default(
    'https://gitlab.com/crossref/retraction-watch-data/-/raw/main/retraction_watch.csv',
  ),
  FORRT_URL: switchableService.default(
    'https://raw.githubusercontent.com/forrtproject/FReD-data/refs/heads/main/output/flora.csv',
  ),
  STRIPE_SECRET_KEY: hidden.optional(),
  STRIPE_WEBHOOK_SECRET: hidden.optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: hidden.optional(),
  STRIPE_API_URL: service.default('https://api.stripe.com'),
  CONTRIBUTION_CURRENCY: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'must be a currency of three letters such as usd')
    .transform(code => code.toLowerCase())
    .default('usd'),
  CONTRIBUTION_AMOUNTS: amounts.default([10, 25, 50, 100]),
  CONTRIBUTION_LEAST: count.default(1),
  CONTRIBUTION_MOST: count.default(10_000),
  SITE_CONTACT: z
    .string()
    .regex(/^[^<>@\s]+@[^<>@\s]+$/, 'must be an address such as editors@example.org')
    .optional(),
  SMTP_URL: urlWith(['smtp:', 'smtps:'], 'must be a mail server such as smtp://user:password@host:587')
    .transform(secret)
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/,
      'must be an address such as Name <name@example.org>',
    )
    .default('Corroborate <no-reply@localhost>'),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/, 'must be AC and 32 hexadecimal digits')
    .optional(),
  TWILIO_AUTH_TOKEN: hidden.optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be a phone number such as +15005550006')
    .optional(),
  TWILIO_WHATSAPP_TEMPLATES: z
    .unknown()
    .transform((text, context) => {
      const parsed = templates.safeParse(text)
      if (parsed.success) return parsed.data
      context.addIssue({
        code: 'custom',
        message:
          'must be JSON with a template for each language: {"en":"HX and 32 hexadecimal digits"}, or in place of the text {"sid":"HX…","variables":{"1":"{code}"}}',
      })
      return z.NEVER
    })
    .optional(),
  TWILIO_API_URL: service.default('https://api.twilio.com'),
  BREACHED_PASSWORDS_FILE: z.string().optional(),
  BREACHED_PASSWORDS_URL: switchableService.default(null),
  ETHEREUM_RPC_URLS: nodes.default(() => new Map()),
  ANALYTICS_URL: service.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  LIMITS_SCALE: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number above 0')
    .transform(Number)
    .refine(value => value > 0 && Number.isFinite(value), 'must be a number above 0')
    .default(1),
  NOTICE_SECONDS: z
    .string()
    .regex(/^[0-9]{1,2}$/, 'must be a whole number from 0 to 99')
    .transform(Number)
    .default(0),
  REQUESTS_AT_WORK: count.default(500),
  REQUESTS_WAITING: count.default(100),
  TRUSTED_PROXIES: networks.default(() => new BlockList()),
  AUDIT_FILE: z.string().optional(),
  AUDIT_SYSLOG: urlWith(
    ['udp:', 'tcp:'],
    'must be a syslog server such as udp://127.0.0.1:514 or tcp://logs.example.org:601',
  )
    .refine(text => URL.canParse(text) && new URL(text).port !== '', 'must name a port')
    .optional(),
  AUDIT_WEBHOOK: service.optional(),
  WEBHOOK_PRIVATE_ORIGINS: origins.default([]),
  OTEL_EXPORTER_OTLP_ENDPOINT: service.optional(),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header such as CF-IPCountry')
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters long').transform(secret).optional(),
})

type Values = z.infer<typeof variables>

/** Names of variables with one or more secret values. */
type SecretVariable = {
  [Name in keyof Values]-?: Extract<
    Values[Name],
    Secret | readonly Secret[] | readonly CachePurge[] | ReadonlyMap<string, Secret>
  > extends never
    ? never
    : Name
}[keyof Values]

const secretNames: Record<SecretVariable, true> = {
  DATABASE_URL: true,
  DATABASE_REPLICA_URL: true,
  IDENTITY_DATABASE_URL: true,
  IDENTITY_SECRET: true,
  CALLER_SECRET: true,
  REDIS_URL: true,
  SEARCH_URL: true,
  CACHE_PURGE_URL: true,
  OPENALEX_API_KEY: true,
  STRIPE_SECRET_KEY: true,
  STRIPE_WEBHOOK_SECRET: true,
  STRIPE_CONNECT_WEBHOOK_SECRET: true,
  SMTP_URL: true,
  TWILIO_AUTH_TOKEN: true,
  ETHEREUM_RPC_URLS: true,
  METRICS_TOKEN: true,
}

/** Variables whose value an error message must not repeat. The compiler requires each. */
export const secretVariables: ReadonlySet<string> = new Set(Object.keys(secretNames))
