import { createAccount, createCryptoWallets, createIdp, createWebauthn } from '#parts'
import { createProofs } from '#proofs'
import { check } from './check.ts'
import { type Core, createKeptCalls } from './core.ts'
import { createEmitter } from './emitter.ts'
import type { Environment } from './environment.ts'
import { createPkce } from './pkce.ts'
import {
  createByUrl,
  createImpersonation,
  createMagicLinks,
  createOAuth,
  createOtps,
  createPasswords,
  createSessions,
  createTotps,
  createUsers,
} from './products/index.ts'
import { createSettings } from './project-settings.ts'
import { readBaseUrl } from './read-base-url.ts'
import { createCallerHeaders, createRequest } from './request.ts'
import { createSend } from './send.ts'
import { createSessionKeeper } from './session-keeper.ts'
import { createSessionStore } from './session-store.ts'
import { createTelemetry } from './telemetry.ts'
import type { HeadlessClient, HeadlessClientOptions } from './types.ts'

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
    ...createKeptCalls({ send, store }, keeper.begin),
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
