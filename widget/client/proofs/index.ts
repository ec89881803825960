import { encodeBase64 } from '@corroborate/wire/base64'
import { captchaAction as action, type CaptchaChallenge, captchaChallengePath } from '@corroborate/wire/captcha'
import { type Solution, solveChallenge } from '@corroborate/wire/proof-of-work'
import type { Environment } from '../environment.ts'
import type { ProjectSettings } from '../types.ts'
import { nameDevice } from './name-device.ts'

const loading = new Map<string, Promise<void>>()

/** Loads a script, once for each page. Rejects when it cannot be loaded: offline, or blocked by the page's policy or an extension. */
export const loadScript = (url: string): Promise<void> => {
  const loaded =
    loading.get(url) ??
    load(url).catch(error => {
      loading.delete(url)
      throw error
    })
  loading.set(url, loaded)
  return loaded
}

const load = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    // Under a CSP with nonces this script needs the page's nonce.
    const nonce = document.querySelector<HTMLElement>('script[nonce]')?.nonce
    Object.assign(script, { src, async: true, ...(nonce && { nonce }) })
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${src} could not be loaded.`))
    }
    document.head.append(script)
  })

/**
 * Solves a proof-of-work challenge in about half a second.
 * @throws Error for an algorithm other than PBKDF2, or on timeout
 */
export const solve = async (
  challenge: CaptchaChallenge,
  environment: Pick<Environment, 'crypto' | 'now'>,
): Promise<Solution> => {
  const { algorithm } = challenge.parameters
  if (!algorithm.startsWith('PBKDF2/')) throw new Error(`This client cannot do ${algorithm}.`)
  const solution = await solveChallenge(challenge, environment)
  if (solution === null) throw new Error('The proof of work timed out.')
  return solution
}

/** Fetches a challenge of the project, solves it, and gives the `captcha_token`. Rejects when either fails. */
export const proveWork = async (baseUrl: string, publicToken: string, environment: Environment): Promise<string> => {
  const response = await environment.fetch(baseUrl + captchaChallengePath(publicToken), { credentials: 'omit' })
  const challenge = (await response.json()) as CaptchaChallenge
  return encodeBase64(JSON.stringify({ challenge, solution: await solve(challenge, environment) }))
}

/** Callbacks of a captcha widget: `callback` receives the token. */
type Drawn = {
  sitekey: string
  action?: string
  size?: 'invisible'
  appearance?: 'interaction-only'
  callback: (token: string) => void
  'error-callback': (code?: unknown) => void
  'expired-callback': () => void
}

type Recaptcha = {
  ready: (run: () => void) => void
  execute: (key: string | number, options?: { action: string }) => Promise<string>
  render: (place: HTMLElement, options: Drawn) => number
}

type Services = {
  grecaptcha?: Recaptcha & { enterprise?: Recaptcha }
  turnstile?: { render: (place: HTMLElement, options: Drawn) => string; remove: (id: string) => void }
}

const google = 'https://www.google.com/recaptcha'

/** Timeout of a captcha that waits for the user, in ms. */
const patience = 120_000

const missing = (name: string): Error => new Error(`The ${name} script is incompatible.`)

/** reCAPTCHA v3 (`api`) and Enterprise, which give a score and draw nothing. */
export const recaptcha = async (siteKey: string, kind: 'api' | 'enterprise'): Promise<string> => {
  await loadScript(`${google}/${kind}.js?render=${encodeURIComponent(siteKey)}`)
  const { grecaptcha } = window as Services
  const service = kind === 'enterprise' ? grecaptcha?.enterprise : grecaptcha
  if (service === undefined) throw missing('reCAPTCHA')
  await new Promise<void>(resolve => service.ready(resolve))
  return service.execute(siteKey, { action })
}

/** reCAPTCHA v2 without a box to tick: it shows a puzzle when it is not sure. */
export const recaptchaInvisible = async (siteKey: string): Promise<string> => {
  await loadScript(`${google}/api.js?render=explicit`)
  const { grecaptcha } = window as Services
  if (grecaptcha === undefined) throw missing('reCAPTCHA')
  await new Promise<void>(resolve => grecaptcha.ready(resolve))
  return inPlace((place, drawn) => {
    void grecaptcha.execute(grecaptcha.render(place, { ...drawn, sitekey: siteKey, size: 'invisible' }))
    return () => {}
  })
}

/** Turnstile, which is seen only where it wants a click. */
export const turnstile = async (siteKey: string): Promise<string> => {
  await loadScript('https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit')
  const { turnstile: service } = window as Services
  if (service === undefined) throw missing('Turnstile')
  return inPlace((place, drawn) => {
    const id = service.render(place, { ...drawn, sitekey: siteKey, action, appearance: 'interaction-only' })
    return () => service.remove(id)
  })
}

/** Renders a captcha in a corner of the page, outside all shadow trees, until it returns a token or fails. */
const inPlace = async (draw: (place: HTMLElement, drawn: Omit<Drawn, 'sitekey'>) => () => void): Promise<string> => {
  const place = document.createElement('div')
  Object.assign(place.style, { position: 'fixed', right: '16px', bottom: '16px', zIndex: '2147483647' })
  document.body.append(place)
  let remove = () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise((resolve, reject) => {
      const fail = (code?: unknown) => reject(new Error(`Captcha failed (${String(code ?? 'expired')}).`))
      timer = setTimeout(fail, patience, 'too late')
      remove = draw(place, { callback: resolve, 'error-callback': fail, 'expired-callback': fail })
    })
  } finally {
    clearTimeout(timer)
    remove()
    place.remove()
  }
}

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
