import type { Environment } from '../environment.ts'
import type { ProjectSettings } from '../types.ts'
import { nameDevice } from './name-device.ts'
import { proveWork } from './proof-of-work.ts'
import { recaptcha, recaptchaInvisible, turnstile } from './services.ts'

export type Proofs = {
  /** Completes the project's captcha. Rejects if it cannot be completed. */
  captcha: (project: ProjectSettings) => Promise<string>
  /** An id of this device, for one call. Rejects when the provider gives none. */
  nameDevice: () => Promise<string>
}

export type ProofsOf = { baseUrl: string; publicToken: string; environment: Environment }

/** Captcha and device proofs for a project. Third-party captcha scripts are loaded on demand. */
export const createProofs = ({ baseUrl, publicToken, environment }: ProofsOf): Proofs => ({
  captcha: ({ captcha: { service, siteKey } }) => {
    switch (service) {
      case 'recaptcha-enterprise':
        return recaptcha(siteKey, 'enterprise')
      case 'recaptcha-v3':
        return recaptcha(siteKey, 'api')
      case 'recaptcha-v2':
        return recaptchaInvisible(siteKey)
      case 'turnstile':
        return turnstile(siteKey)
      default:
        return proveWork(baseUrl, publicToken, environment)
    }
  },
  nameDevice: () => nameDevice(publicToken, `${baseUrl}/submit`),
})
