import { endpoints } from '@corroborate/wire/endpoints.schema'
import type { Bootstrap } from '@corroborate/wire/types'
import type { Project } from '../../projects/index.ts'
import { answer, type Route } from '../../sdk/http/index.ts'

/** Project configuration, the first request of every client. */
export const bootstrapCalls = ({
  providersOn,
  issuerOf,
}: {
  providersOn: (project: Project) => Promise<Bootstrap['oauth_providers']>
  issuerOf: (project: Project) => string
}): readonly Route[] => [
  answer(
    endpoints.projects.bootstrap,
    async ({ project }) => ({
      project_name: project.name,
      disable_sdk_watermark: !project.watermark,
      cname_domain: project.cnameDomain,
      email_domains: project.emailDomains,
      captcha_settings: captchaOfPublished(project),
      pkce_required_for_email_magic_links: project.pkce.magicLinks,
      pkce_required_for_password_resets: project.pkce.passwordResets,
      pkce_required_for_oauth: project.pkce.oauth,
      pkce_required_for_sso: false,
      slug_pattern: null,
      create_organization_enabled: false,
      password_config:
        project.passwords.policy === 'luds'
          ? {
              luds_complexity: project.passwords.ludsComplexity,
              luds_minimum_count: project.passwords.ludsMinimumCount,
            }
          : null,
      dfp_protected_auth_enabled: project.deviceFingerprint !== 'off',
      dfp_protected_auth_mode: project.deviceFingerprint === 'decisioning' ? 'DECISIONING' : 'OBSERVATION',
      rbac_policy: project.rbac,
      siwe_required_for_crypto_wallets: project.siwe,
      vertical: 'CONSUMER',
      captcha: {
        service: project.captcha?.service ?? 'proof-of-work',
        site_key: project.captcha?.siteKey ?? '',
        on_every_call: project.captchaOnEveryCall,
      },
      oauth_providers: await providersOn(project),
      openid_issuer: issuerOf(project),
    }),
    { publicTokenOf: ({ params }) => params.public_token },
  ),
]

/** Captcha settings for the published client, which supports a single service and loads it whenever a captcha is enabled. */
const captchaOfPublished = ({ captcha }: Project): Bootstrap['captcha_settings'] =>
  captcha?.service === 'recaptcha-enterprise' ? { enabled: true, siteKey: captcha.siteKey } : { enabled: false }
