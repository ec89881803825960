import type { Environment } from '../environment.ts'
import type { ProjectSettings } from '../types.ts'
import { nameDevice } from './name-device.ts'
import { proveWork } from './proof-of-work.ts'
import { recaptcha, recaptchaInvisible, turnstile } from './services.ts'

export type Proofs = {
  /** What the project takes for a proof that a person is there. Rejects when no proof can be made. */
  captcha: (project: ProjectSettings) => Promise<string>
  /** An id of this device, for one call. Rejects when the provider gives none. */
  nameDevice: () => Promise<string>
}

export type ProofsOf = { baseUrl: string; publicToken: string; environment: Environment }

/** How a page proves what a project wants proved. Scripts of others are loaded when one of their captchas is asked for. */
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
