import type { Call } from '@corroborate/wire/call'
import { projects } from '@corroborate/wire/projects'
import { storageKeys } from '@corroborate/wire/storage'
import type { Bootstrap } from '@corroborate/wire/types'
import { createAccount, createCryptoWallets, createIdp, createWebauthn } from '#parts'
import { createProofs } from '#proofs'
import { check } from './check.ts'
import { type Core, createPkce, createStoredResponseCalls, createTelemetry } from './core.ts'
import { createEmitter, createEnvironment, type Emitter, type Environment } from './environment.ts'
import { CaptchaError, NoSessionError, UsageError } from './errors.ts'
import {
  createByUrl,
  createImpersonation,
  createMagicLinks,
  createOtps,
  createPasswords,
  createTotps,
} from './products/magic-links.ts'
import { createOAuth, createSessions, createUsers } from './products/oauth.ts'
import { createCallerHeaders, createRequest, type Request, type Sent } from './request.ts'
import { createSessionKeeper } from './session-keeper.ts'
import { createSessionStore } from './session-store.ts'
import type { HeadlessClient, HeadlessClientOptions, ProjectSettings } from './types.ts'

export type Settings = {
  /** The provider's answer; while the provider cannot be reached its last answer, or the defaults. Never rejects. */
  current: () => Promise<ProjectSettings>
  /** The provider's answer of the last visit. */
  cached: () => ProjectSettings | null
}

/** Converts the provider's response to camel case. Missing options are off. */
export const mapBootstrap = (data: Partial<Bootstrap>): ProjectSettings => ({
  projectName: data.project_name ?? null,
  displayWatermark: !data.disable_sdk_watermark,
  cnameDomain: data.cname_domain ?? null,
  emailDomains: data.email_domains ?? [],
  captchaSettings: data.captcha_settings ?? { enabled: false },
  captcha: {
    service: data.captcha?.service,
    siteKey: data.captcha?.site_key ?? '',
    isOnEveryCall: data.captcha?.on_every_call ?? data.captcha_settings?.enabled ?? false,
  },
  pkceRequiredForEmailMagicLinks: data.pkce_required_for_email_magic_links ?? false,
  pkceRequiredForPasswordResets: data.pkce_required_for_password_resets ?? false,
  pkceRequiredForOAuth: data.pkce_required_for_oauth ?? false,
  pkceRequiredForSso: data.pkce_required_for_sso ?? false,
  slugPattern: data.slug_pattern ?? null,
  createOrganizationEnabled: data.create_organization_enabled ?? false,
  passwordConfig: data.password_config
    ? {
        ludsComplexity: data.password_config.luds_complexity,
        ludsMinimumCount: data.password_config.luds_minimum_count,
      }
    : null,
  runDFPProtectedAuth: data.dfp_protected_auth_enabled ?? false,
  dfpProtectedAuthMode: data.dfp_protected_auth_mode ?? 'OBSERVATION',
  rbacPolicy: data.rbac_policy ?? null,
  siweRequiredForCryptoWallets: data.siwe_required_for_crypto_wallets ?? false,
  oauthProviders: (data.oauth_providers ?? []).map(({ provider }) => provider),
})

/** Defaults if the provider is unavailable. */
const defaults: ProjectSettings = { ...mapBootstrap({}), displayWatermark: false }

type Needs = {
  publicToken: string
  environment: Pick<Environment, 'storage'>
  request: Request
  emit: Emitter['emit']
}

/** Fetches the project's settings once; retries on the next use after a failure. */
const createSettings = ({ publicToken, environment: { storage }, request, emit }: Needs): Settings => {
  const key = storageKeys.bootstrap(publicToken)
  let cached = parse(storage.getItem(key))
  let asked: Promise<ProjectSettings> | undefined

  const ask = async (): Promise<ProjectSettings> => {
    const found = mapBootstrap(await request(projects.bootstrap, { params: { public_token: publicToken } }))
    const isNews = JSON.stringify(found) !== JSON.stringify(cached)
    cached = found
    storage.setItem(key, JSON.stringify(found))
    if (isNews) emit('bootstrap', found)
    return found
  }

  return {
    cached: () => cached,
    current: () => {
      asked ??= ask().catch(() => {
        asked = undefined
        return cached ?? defaults
      })
      return asked
    },
  }
}

const parse = (stored: string | null): ProjectSettings | null => {
  try {
    const found: unknown = JSON.parse(stored ?? 'null')
    return typeof found === 'object' && found !== null ? { ...defaults, ...found } : null
  } catch {
    return null
  }
}

/** The provider's address without a slash at its end. It may have a path, behind a proxy. @throws UsageError */
export const readBaseUrl = (given: string): string => {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`createHeadlessClient: baseUrl must be an http or https URL, not "${given}".`)
  }
  return (url.origin + url.pathname).replace(/\/+$/, '')
}

/** Additional fields of a fingerprinted body. */
export type Proofs = { captcha_token?: string | undefined; dfp_telemetry_id?: string | undefined }

type SendNeeds = {
  request: Request
  settings: () => Promise<ProjectSettings>
  hasSession: () => boolean
  nameDevice: () => Promise<string>
  /** Completes the page's own captcha, or the project's. */
  captcha: (settings: ProjectSettings) => Promise<string>
}

/**
 * Makes a call with the captcha and device id that the project's settings ask for, and repeats it once, with both, when the
 * provider demands a captcha. @throws NoSessionError before any request, for a call that acts on a session
 */
const createSend = ({ request, settings, hasSession, nameDevice, captcha }: SendNeeds): Request => {
  const proofs = async (project: ProjectSettings, withCaptcha: boolean): Promise<Proofs> => ({
    captcha_token: withCaptcha
      ? await captcha(project).catch(cause => {
          throw new CaptchaError('The captcha or proof of work failed.', { cause })
        })
      : undefined,
    // The provider decides about unidentified devices.
    dfp_telemetry_id: project.runDFPProtectedAuth ? await nameDevice().catch(() => undefined) : undefined,
  })

  const wantsCaptcha = (project: ProjectSettings): boolean =>
    project.captcha.isOnEveryCall && !(project.runDFPProtectedAuth && project.dfpProtectedAuthMode === 'DECISIONING')

  return async <C extends Call>(call: C, sent: Sent<C> = {}) => {
    if (call.auth === 'session' && !hasSession()) throw new NoSessionError()
    if (!call.fingerprinted) return request(call, sent)
    const project = await settings()
    const withProofs = async (proved: Proofs) => request(call, { ...sent, body: { ...sent.body, ...proved } as never })
    try {
      return await withProofs(await proofs(project, wantsCaptcha(project)))
    } catch (error) {
      if (!(error instanceof CaptchaError)) throw error
      return withProofs(await proofs(project, true))
    }
  }
}

/** A client in surroundings of one's choice. @throws UsageError when an option cannot be right */
export const createClient = (
  publicToken: string,
  options: HeadlessClientOptions,
  environment: Environment,
): HeadlessClient => {
  check('createHeadlessClient', { publicToken, ...options }, { publicToken: 'id', baseUrl: 'id' })
  const { cookieOptions, customDomain = false, captcha, fingerprint, telemetry: reports = true } = options
  const baseUrl = readBaseUrl(options.baseUrl)

  const { on, emit, clear } = createEmitter()
  const store = createSessionStore({ publicToken, environment, cookieOptions, emit })
  const callerHeaders = createCallerHeaders({ publicToken, environment, store })
  const request = createRequest({ baseUrl, publicToken, environment }, callerHeaders)
  const settings = createSettings({ publicToken, environment, request, emit })
  const proofs = createProofs({ baseUrl, publicToken, environment })
  const send = createSend({
    request,
    settings: settings.current,
    hasSession: () => customDomain || store.hasSession(),
    nameDevice: fingerprint ?? proofs.nameDevice,
    captcha:
      captcha === undefined
        ? proofs.captcha
        : ({ captchaSettings: given }) => captcha({ siteKey: given.enabled ? given.siteKey : null }),
  })
  const keeper = createSessionKeeper({ request, store, environment, emit })
  const telemetry = createTelemetry({ baseUrl, publicToken, environment, held: store.held, enabled: reports })
  const core: Core = {
    baseUrl,
    publicToken,
    environment,
    store,
    pkce: createPkce(publicToken, environment),
    pkceForOAuth: options.pkceForOAuth,
    telemetry,
    settings: settings.current,
    callerHeaders,
    endSession: keeper.end,
    send,
    ...createStoredResponseCalls({ send, store }, keeper.begin),
  }

  if (environment.isBrowser) {
    telemetry.log('sdk_instance_instantiated')
    void settings.current()
    if (customDomain || store.hasSession()) keeper.refreshSoon()
  }

  const magicLinks = createMagicLinks(core)
  const oauth = createOAuth(core)
  return {
    baseUrl,
    publicToken,
    authenticateByUrl: createByUrl({ magicLinks, oauth, environment }),
    magicLinks,
    otps: createOtps(core),
    passwords: createPasswords(core),
    user: createUsers(core, on),
    account: createAccount(core),
    session: createSessions(core, keeper, on),
    totps: createTotps(core),
    webauthn: createWebauthn(core),
    idp: createIdp(core),
    cryptoWallets: createCryptoWallets(core),
    impersonation: createImpersonation(core),
    oauth,
    telemetry: { log: telemetry.log },
    bootstrap: async () => settings.cached() ?? settings.current(),
    bootstrapSync: settings.cached,
    on,
    getStateSync: store.state,
    onStateChange: listener => on('state', listener),
    destroy: () => {
      keeper.stop()
      telemetry.stop()
      clear()
    },
  }
}

/**
 * Creates a client of a project, identified by its public token. In a browser it maintains the session until `destroy`; in server rendering
 * it is idle until used.
 * @throws UsageError for an invalid option
 */
export const createHeadlessClient = (publicToken: string, options: HeadlessClientOptions): HeadlessClient =>
  createClient(publicToken, options, createEnvironment())
