import { captchaAction as action } from '@corroborate/wire/captcha'
import { loadScript } from './load-script.ts'

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

const missing = (name: string): Error => new Error(`The script of ${name} has changed, and cannot be used.`)

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
      const fail = (code?: unknown) => reject(new Error(`The captcha was not done (${String(code ?? 'expired')}).`))
      timer = setTimeout(fail, patience, 'too late')
      remove = draw(place, { callback: resolve, 'error-callback': fail, 'expired-callback': fail })
    })
  } finally {
    clearTimeout(timer)
    remove()
    place.remove()
  }
}
