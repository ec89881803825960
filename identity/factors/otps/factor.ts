import { createRequire } from 'node:module'
import { addressOf, type HttpEnv } from '@corroborate/server-kit/http'
import { type TextStatus, textStatusPath } from '@corroborate/wire/text-status'
import { Hono } from 'hono'
import { stateOfNewestText } from '../../delivery/index.ts'
import { added, number, SettingError, type SettingFlags, without } from '../../projects/index.ts'
import type { Core } from '../../sdk/core/create-core.ts'
import type { Factor } from '../../sdk/feature/feature.ts'
import { createOtpCalls } from './routes.ts'

const require = createRequire(import.meta.url)

const country = (text: string): string => {
  // Loaded only when the command line needs it: the provider starts without it.
  const { isSupportedCountry }: typeof import('libphonenumber-js/max') = require('libphonenumber-js/max')
  const code = text.toUpperCase()
  if (!isSupportedCountry(code)) throw new SettingError('is not a country: give two letters, such as CH')
  return code
}

export const otpSettings: SettingFlags = {
  'passcode-minutes': {
    argument: 'N',
    help: 'how long a passcode works at most (1 to 10)',
    apply: ({ expirations }, values) => ({ expirations: { ...expirations, passcode: number(values) } }),
  },
  'sms-country': {
    argument: 'CC',
    help: 'a country that texts may be sent to, such as CH; the first one replaces the built-in list (repeatable)',
    apply: ({ smsCountries }, values) => ({ smsCountries: added(smsCountries, values.map(country)) }),
  },
  'remove-sms-country': {
    argument: 'CC',
    help: 'a country that texts may no longer be sent to (repeatable)',
    apply: ({ smsCountries }, values) => ({ smsCountries: without(smsCountries, values.map(country)) }),
  },
}

/**
 * Reports the delivery status of a texted code to the page that requested it. Only that page knows its method ID. The response reveals
 * nothing about accounts and is the same for an unknown ID.
 */
const createTextStatusPages = ({ db, projects, guard }: Pick<Core, 'db' | 'projects' | 'guard'>): Hono<HttpEnv> =>
  new Hono<HttpEnv>().get(pathPattern, async c => {
    await guard.address('callPerAddress', { address: addressOf(c) })
    const project = await projects.byPublicToken(c.req.param('public_token') ?? '')
    if (project === null) return c.notFound()
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    c.header('Cache-Control', 'no-store')
    const state = await stateOfNewestText(db, project.id, c.req.param('method_id') ?? '')
    return c.json({ status: state === 'undelivered' ? state : 'on_its_way' } satisfies TextStatus)
  })

const pathPattern = decodeURIComponent(textStatusPath(':public_token', ':method_id'))

declare module '../../platform/names/index.ts' {
  interface OperatorEvents {
    'passcode.sent': true
  }
  interface SecretKinds {
    passcode: true
  }
}

/** Six-digit codes by email or text. */
export const otpFactor = {
  name: 'passcodes',
  // A code is a secret of `accounts/one-time-tokens`, and it proves an address or number of `factors/contacts`.
  tables: [],
  migrations: [],
  limits: {},
  sealed: [],
  secrets: ['passcode'],
  notices: [],
  settings: otpSettings,
  userField: null,
  isWayIn: null,
  makesAccount: null,
  removal: null,
  wipeUnproved: null,
  deleteUser: null,
  sweep: null,
  open: core => ({
    calls: createOtpCalls(core),
    pages: createTextStatusPages(core),
    jobs: {},
    checks: {},
    close: null,
  }),
} satisfies Factor
