import { projects } from '@corroborate/wire/projects'
import { storageKeys } from '@corroborate/wire/storage'
import type { Bootstrap } from '@corroborate/wire/types'
import type { Emitter } from './emitter.ts'
import type { Environment } from './environment.ts'
import type { Request } from './request.ts'
import type { ProjectSettings } from './types.ts'

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
export const createSettings = ({ publicToken, environment: { storage }, request, emit }: Needs): Settings => {
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
