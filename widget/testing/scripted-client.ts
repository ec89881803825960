import type { HeadlessClient, ProjectSettings } from '../client/index.ts'

/** Some methods of a client, each as a test wants it. */
export type Script<T = HeadlessClient> = {
  [Key in keyof T]?: T[Key] extends (...args: never[]) => unknown
    ? (...args: never[]) => unknown
    : T[Key] extends string
      ? string
      : Script<T[Key]>
}

export type ScriptedClient = HeadlessClient & {
  /** Recorded calls in order: `['otps.authenticate', ['123456', …]]`. */
  calls: (readonly [path: string, args: readonly unknown[]])[]
}

export const signedInAs = (user: object): Script => ({
  getStateSync: () => ({ status: 'signed_in', user, session: {}, pending: null }),
})

/** A project without anything special. */
export const plainProject: ProjectSettings = {
  projectName: 'An application',
  displayWatermark: false,
  cnameDomain: null,
  emailDomains: ['example.test'],
  captchaSettings: { enabled: false },
  captcha: { service: undefined, siteKey: '', isOnEveryCall: false },
  pkceRequiredForEmailMagicLinks: false,
  pkceRequiredForPasswordResets: false,
  pkceRequiredForOAuth: false,
  pkceRequiredForSso: false,
  slugPattern: null,
  createOrganizationEnabled: false,
  passwordConfig: null,
  runDFPProtectedAuth: false,
  dfpProtectedAuthMode: 'OBSERVATION',
  rbacPolicy: null,
  siweRequiredForCryptoWallets: false,
  oauthProviders: [],
}

const common = { request_id: 'request-id-test-1', status_code: 200 }
const signedIn = {
  ...common,
  user_id: 'user-test-1',
  session_token: 'token',
  session_jwt: 'jwt',
  user: {},
  session: {},
}

/** Default responses by method path. Addresses starting with `new` or `passwordless` are treated as such. */
const friendly: Readonly<Record<string, (...args: never[]) => unknown>> = {
  'user.search': (email: string) => ({
    ...common,
    userType: (['new', 'passwordless'] as const).find(type => email.startsWith(type)) ?? 'password',
  }),
  'user.getConnectedApps': () => ({ ...common, connected_apps: [] }),
  'magicLinks.look': () => ({
    ...common,
    user_id: 'user-test-1',
    email_address: 'ada@example.test',
    email_verified: true,
  }),
  'webauthn.browserSupportsAutofill': () => false,
  'cryptoWallets.authenticateStart': () => ({ ...common, challenge: 'Sign in to an application.' }),
  'passwords.strengthCheck': ({ password }: { password: string }) => ({
    ...common,
    valid_password: password.length >= 12,
    score: Math.min(4, Math.floor(password.length / 3)),
    breached_password: false,
    strength_policy: 'zxcvbn',
    breach_detection_on_create: true,
    feedback: {
      warning: '',
      suggestions: password.length >= 12 ? [] : ['Add another word or two.'],
      luds_requirements: {
        has_lower_case: true,
        has_upper_case: false,
        has_digit: false,
        has_symbol: false,
        missing_characters: Math.max(0, 12 - password.length),
        missing_complexity: 0,
      },
    },
  }),
  ...Object.fromEntries(
    ['sms', 'whatsapp', 'email'].flatMap(kind =>
      ['loginOrCreate', 'send'].map(method => [`otps.${kind}.${method}`, () => ({ ...common, method_id: 'method-1' })]),
    ),
  ),
}

const synchronous: Readonly<Record<string, (...args: never[]) => unknown>> = {
  bootstrapSync: () => plainProject,
  'user.getSync': () => null,
  'session.getSync': () => null,
  'session.getTokens': () => null,
  on: () => () => undefined,
  getStateSync: () => ({ status: 'signed_out', user: null, session: null, pending: null }),
  onStateChange: () => () => undefined,
  'user.onChange': () => () => undefined,
  'session.onChange': () => () => undefined,
  'telemetry.log': () => undefined,
  destroy: () => undefined,
}

/**
 * Creates a fake client: methods in `script` respond as given, others with friendly defaults.
 * @param delay milliseconds before a default response
 */
export const createScriptedClient = (script: Script = {}, { delay = 0 }: { delay?: number } = {}): ScriptedClient => {
  const calls: ScriptedClient['calls'] = []
  const answer = (path: string, args: readonly unknown[]): unknown => {
    calls.push([path, args])
    const own = path
      .split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], script)
    if (typeof own === 'function') return own(...args)
    const now = synchronous[path]
    if (now !== undefined) return now(...(args as never[]))
    if (path === 'bootstrap') return Promise.resolve(script.bootstrapSync?.() ?? plainProject)
    const later = friendly[path] ?? (() => signedIn)
    return new Promise(resolve => setTimeout(() => resolve(later(...(args as never[]))), delay))
  }
  const at = (path: string): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) => (typeof name === 'string' ? at(path === '' ? name : `${path}.${name}`) : undefined),
      apply: (_, __, args: unknown[]) => answer(path, args),
    })
  return new Proxy({} as ScriptedClient, {
    get: (_, name) => {
      if (name === 'calls') return calls
      if (name === 'baseUrl') return script.baseUrl ?? 'https://identity.example.test'
      if (name === 'publicToken') return 'public-token-test-1'
      return typeof name === 'string' ? at(name) : undefined
    },
  })
}

/** A refusal as the client throws it. */
export const refusal = (error_type: string, error_message: string): Error =>
  Object.assign(new Error(error_message), {
    error_type,
    error_message,
    status_code: 400,
    request_id: '1',
    error_url: '',
  })

/** An answer that never comes. */
export const silence = (): Promise<never> => new Promise(() => undefined)

/** A password as a project grades it that wants ten characters of three kinds, and has seen `Password1234` leak. */
export const gradedByKinds = async ({ password }: { password: string }) => {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].map(kind => kind.test(password))
  const present = kinds.filter(Boolean).length
  const missing_characters = Math.max(0, 10 - password.length)
  const missing_complexity = Math.max(0, 3 - present)
  const breached_password = password === 'Password1234'
  return {
    ...common,
    valid_password: missing_characters + missing_complexity === 0 && !breached_password,
    score: 2,
    breached_password,
    strength_policy: 'luds',
    breach_detection_on_create: true,
    feedback: {
      warning: '',
      suggestions: [],
      luds_requirements: {
        has_lower_case: kinds[0],
        has_upper_case: kinds[1],
        has_digit: kinds[2],
        has_symbol: kinds[3],
        missing_characters,
        missing_complexity,
      },
    },
  }
}
