import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { isLoopbackName } from '../this-machine/index.ts'
import { repository } from './repository.ts'
import type { variables } from './variables.ts'

type Values = z.infer<typeof variables>

/** Everything the servers can be told from outside: typed, defaulted and grouped by what it is for. */
export type Settings = ReturnType<typeof groupSettings>

/** Makes the settings that the code reads out of the values of the variables. */
export const groupSettings = (values: Values) => ({
  ...serverSettings(values),
  ...serviceSettings(values),
  ...moneySettings(values),
  ...messageSettings(values),
  ...signInSettings(values),
  ...runningSettings(values),
})

const dataDirOf = ({ DATA_DIR = './data' }: Values): string => resolve(repository, DATA_DIR)

const serverSettings = (values: Values) => ({
  production: values.NODE_ENV === 'production',
  /** The address to listen on; undefined means every address of the machine, `localhost` its loopback alone. */
  host: hostOf(values),
  /** Over https, browsers shall reach names below the servers' own by https only, too. */
  hstsIncludesSubdomains: values.HSTS_SUBDOMAINS,
  /** Absolute path of the folder where everything that must survive a restart is kept. */
  dataDir: dataDirOf(values),
  /** True if DATA_DIR is set: a restore may create that folder. */
  dataDirIsNamed: values.DATA_DIR !== undefined,
  redisUrl: values.REDIS_URL,
  /** Settings that a public server should have and this one lacks. */
  missing: contactOf(values) === null && !isLocalOnly(values) ? ['SITE_CONTACT'] : [],
  /** The nodes of the OpenSearch that holds the works; null: a file in `dataDir` does. */
  searchUrls: values.SEARCH_URL ?? null,
  /** Caches in front of the site, which are told what has changed. */
  cachePurges: values.CACHE_PURGE_URL,
  site: {
    port: values.PORT,
    origin: values.SITE_ORIGIN ?? `http://localhost:${values.PORT}`,
    /** Where those who run the site can be written to; null where that leads nowhere. */
    contact: contactOf(values),
    databaseUrl: values.DATABASE_URL,
    /** A standby of that, which may be asked for what may be a second old; undefined: there is none. */
    replicaUrl: values.DATABASE_REPLICA_URL,
  },
  identity: {
    port: values.IDENTITY_PORT,
    origin: values.IDENTITY_ORIGIN ?? `http://localhost:${values.IDENTITY_PORT}`,
    databaseUrl: values.IDENTITY_DATABASE_URL,
    /** The site's own project at the provider. */
    publicToken: values.IDENTITY_PUBLIC_TOKEN,
    /** What secrets in its database are sealed under: the first seals, all open. */
    secrets: values.IDENTITY_SECRET ?? [],
    /** Where it keeps such a secret that it has made for itself. */
    secretFile: join(dataDirOf(values), 'identity.secret'),
  },
  /** What the site and the provider sign calls to each other with: the first signs, all are believed. */
  callers: {
    secrets: values.CALLER_SECRET ?? [],
    /** Where the first of them to start keeps one that it has made. */
    secretFile: join(dataDirOf(values), 'caller.secret'),
  },
})

/** Services outside that are asked about papers, and what plays services in tests. */
const serviceSettings = (values: Values) => ({
  /** A server that plays all social providers, for tests (identity/factors/oauth/providers); null: they are themselves. */
  oauthProvidersUrl: values.OAUTH_PROVIDERS_URL ?? null,
  /** A server that plays the captcha services, for tests (identity/protection/captcha); null: they are themselves. */
  captchaServicesUrl: values.CAPTCHA_SERVICES_URL ?? null,
  /** `url` is null when the service is switched off. */
  openAlex: { url: values.OPENALEX_URL, apiKey: values.OPENALEX_API_KEY },
  crossref: { url: values.CROSSREF_URL },
  /** Addresses of whole lists, as CSV. */
  retractionWatch: { url: values.RETRACTION_WATCH_URL },
  forrt: { url: values.FORRT_URL },
})

const moneySettings = (values: Values) => ({
  /** Null: no payments. */
  stripe:
    values.STRIPE_SECRET_KEY && values.STRIPE_WEBHOOK_SECRET
      ? {
          secretKey: values.STRIPE_SECRET_KEY,
          webhookSecret: values.STRIPE_WEBHOOK_SECRET,
          connectWebhookSecret: values.STRIPE_CONNECT_WEBHOOK_SECRET ?? null,
          apiUrl: values.STRIPE_API_URL,
        }
      : null,
  /** What people may give at a time: in whole units of one currency. */
  contributions: {
    currency: values.CONTRIBUTION_CURRENCY,
    suggested: values.CONTRIBUTION_AMOUNTS,
    least: values.CONTRIBUTION_LEAST,
    most: values.CONTRIBUTION_MOST,
  },
})

const contactOf = (values: Values): string | null => values.SITE_CONTACT ?? reachable(values.MAIL_FROM) ?? null

const messageSettings = (values: Values) => ({
  /** Without `smtpUrl`, mail goes to the mailbox page. */
  mail: {
    smtpUrl: values.SMTP_URL,
    from: values.MAIL_FROM,
    /** The bare address of `from`, for services that ask who calls; undefined while it leads nowhere (localhost). */
    contact: reachable(values.MAIL_FROM),
  },
  /** Null: text messages go to the mailbox page. */
  twilio:
    values.TWILIO_ACCOUNT_SID && values.TWILIO_AUTH_TOKEN && values.TWILIO_FROM
      ? {
          accountSid: values.TWILIO_ACCOUNT_SID,
          authToken: values.TWILIO_AUTH_TOKEN,
          from: values.TWILIO_FROM,
          /** The approved template of a passcode by language, and what its variables say; null: no WhatsApp messages. */
          whatsappTemplates: values.TWILIO_WHATSAPP_TEMPLATES ?? null,
          apiUrl: values.TWILIO_API_URL,
        }
      : null,
})

/** What is asked about passwords and wallets. */
const signInSettings = (values: Values) => ({
  /** Where passwords from leaks are looked up apart from our own list; null: nowhere. */
  breachedPasswords: {
    file: values.BREACHED_PASSWORDS_FILE === undefined ? null : resolve(repository, values.BREACHED_PASSWORDS_FILE),
    rangeUrl: values.BREACHED_PASSWORDS_URL,
  },
  /** Nodes that are asked about wallets that are contracts, by the number of their chain. */
  ethereumRpcUrls: values.ETHEREUM_RPC_URLS,
})

/** How a server is watched, and how much it takes in. */
const runningSettings = (values: Values) => ({
  analyticsUrl: values.ANALYTICS_URL,
  logLevel: values.LOG_LEVEL,
  /** Multiplies the points of every request limit. */
  limitsScale: values.LIMITS_SCALE,
  /** How long a server that was told to stop goes on serving, in ms. */
  noticeMs: values.NOTICE_SECONDS * 1_000,
  /** How many requests of one kind each server works on at once, and how many more may wait; the next are refused. */
  capacity: { atWork: values.REQUESTS_AT_WORK, waiting: values.REQUESTS_WAITING },
  /** Whose `X-Forwarded-For` is believed. Empty: nobody's. */
  trustedProxies: values.TRUSTED_PROXIES,
  /** Where the provider's audit log leaves to, line by line. */
  auditOut: {
    file: values.AUDIT_FILE === undefined ? null : resolve(repository, values.AUDIT_FILE),
    syslog: values.AUDIT_SYSLOG ?? null,
    webhook: values.AUDIT_WEBHOOK ?? null,
  },
  /** Origins on private networks that the provider's webhooks may call, beside the site's own. */
  webhookPrivateOrigins: values.WEBHOOK_PRIVATE_ORIGINS,
  /** The collector that traces go to; undefined: nothing is traced. */
  tracesUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  /** The header in which those proxies write where a visitor is; undefined: none does. */
  countryHeader: values.COUNTRY_HEADER,
  /** Opens `/metrics`; without it this machine may read them, where the server serves this machine only. */
  metricsToken: values.METRICS_TOKEN,
})

/** An origin without https is one of this machine: nobody else has it for an address. */
const isForOthers = ({ SITE_ORIGIN, IDENTITY_ORIGIN }: Values): boolean =>
  [SITE_ORIGIN, IDENTITY_ORIGIN].some(origin => origin?.startsWith('https:'))

const hostOf = (values: Values): string | undefined =>
  values.HOST ?? (values.NODE_ENV === 'production' && isForOthers(values) ? undefined : 'localhost')

/** True for a development server that nobody but this machine can reach. */
const isLocalOnly = (values: Values): boolean => {
  const host = hostOf(values)
  return values.NODE_ENV !== 'production' && !isForOthers(values) && host !== undefined && isLoopbackName(host)
}

const reachable = (from: string): string | undefined => {
  const address = /[^<>\s]+@[^<>\s]+/.exec(from)?.[0]
  return address?.endsWith('@localhost') ? undefined : address
}
