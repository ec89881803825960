import { ConfigurationError } from '../operator-error/index.ts'

/** An invalid setting: `sentence` follows the variable's name, as in "PORT must be …". */
export type Mistake = { variable: string; sentence: string }

/** Thrown when the environment is wrong; the message lists every mistake, one a line, and never shows a secret. */
export class SettingsError extends ConfigurationError {
  override name = 'SettingsError'
  readonly mistakes: readonly Mistake[]

  constructor(mistakes: readonly Mistake[]) {
    const lines = mistakes.map(({ variable, sentence }) => `${variable} ${sentence}`)
    const heading = mistakes.length === 1 ? 'One setting is wrong' : `${mistakes.length} settings are wrong`
    super(`${heading} (.env.example explains each):\n  ${lines.join('\n  ')}`)
    this.mistakes = mistakes
  }
}

/** The variables that are set, as they were written. */
export type Given = Readonly<Record<string, string | undefined>>

/** A variable, and those it is of no use without. */
const needs: readonly (readonly [variable: string, others: readonly string[]])[] = [
  ['DATABASE_REPLICA_URL', ['DATABASE_URL']],
  ['STRIPE_SECRET_KEY', ['STRIPE_WEBHOOK_SECRET']],
  ['STRIPE_CONNECT_WEBHOOK_SECRET', ['STRIPE_SECRET_KEY']],
  ['TWILIO_ACCOUNT_SID', ['TWILIO_AUTH_TOKEN', 'TWILIO_FROM']],
  ['TWILIO_AUTH_TOKEN', ['TWILIO_ACCOUNT_SID']],
  ['TWILIO_FROM', ['TWILIO_ACCOUNT_SID']],
  ['TWILIO_WHATSAPP_TEMPLATES', ['TWILIO_ACCOUNT_SID']],
]

const missingOthers = (given: Given): Mistake[] =>
  needs.flatMap(([variable, others]) => {
    const missing = others.filter(other => given[other] === undefined)
    if (given[variable] === undefined || missing.length === 0) return []
    const are = missing.length === 1 ? 'is' : 'are'
    return [{ variable, sentence: `is set, but ${missing.join(' and ')} ${are} not: set all of them or none.` }]
  })

const wrongAmounts = (given: Given): Mistake[] => {
  const mistakes: Mistake[] = []
  const [least, most] = [Number(given.CONTRIBUTION_LEAST ?? 1), Number(given.CONTRIBUTION_MOST ?? 10_000)]
  if (least > most) mistakes.push({ variable: 'CONTRIBUTION_MOST', sentence: `must be at least ${least}, the least.` })
  const beyond = given.CONTRIBUTION_AMOUNTS?.split(',').find(amount => Number(amount) < least || Number(amount) > most)
  if (beyond !== undefined) {
    const sentence = `holds ${beyond}, which nobody may give: see LEAST and MOST.`
    mistakes.push({ variable: 'CONTRIBUTION_AMOUNTS', sentence })
  }
  return mistakes
}

const notInProduction = (given: Given): Mistake[] => {
  if (given.NODE_ENV !== 'production') return []
  const sentence = 'is for tests, and must not be set when NODE_ENV is production: remove it.'
  const forTests = ['OAUTH_PROVIDERS_URL', 'CAPTCHA_SERVICES_URL'].filter(variable => given[variable] !== undefined)
  const scale = Number(given.LIMITS_SCALE ?? 1)
  return [
    ...(scale === 1
      ? []
      : [{ variable: 'LIMITS_SCALE', sentence: 'must stay 1 when NODE_ENV is production: remove it.' }]),
    ...forTests.map(variable => ({ variable, sentence })),
  ]
}

const samePorts = ({ PORT: port = '5000', IDENTITY_PORT: other = '5001' }: Given): Mistake[] =>
  port === other && Number(port) !== 0
    ? [{ variable: 'IDENTITY_PORT', sentence: `must differ from PORT, which is ${port} too.` }]
    : []

/** Identity of the tables that a PostgreSQL address leads to: without a password, with its default port. */
const tablesOf = (address: string | undefined): string | null => {
  const url = URL.parse(address ?? '')
  if (url === null) return null
  return [url.username, url.hostname, url.port || '5432', url.pathname, url.searchParams.get('options')].join(' ')
}

const oneDatabase = ({ DATABASE_URL: site, IDENTITY_DATABASE_URL: identity }: Given): Mistake[] => {
  if (tablesOf(site) === null || tablesOf(site) !== tablesOf(identity)) return []
  const sentence =
    'and DATABASE_URL name one database: the site and the identity provider each need a database of their own, or a schema of ' +
    'their own (?options=-c%20search_path%3Didentity).'
  return [{ variable: 'IDENTITY_DATABASE_URL', sentence }]
}

/** Mistakes that show only when variables are compared. Reads the raw texts, so that all mistakes are found at once. */
export const disagreements = (given: Given): Mistake[] =>
  [missingOthers, wrongAmounts, notInProduction, samePorts, oneDatabase].flatMap(find => find(given))
