import type { Moment } from './moment.ts'

type Initialization = {
  client_id: string
  callback: (answer: { credential: string }) => void
  nonce?: string
  context: 'signin'
  auto_select: false
  cancel_on_tap_outside: false
  itp_support: true
  use_fedcm_for_prompt: boolean
  prompt_parent_id?: string
}

/** The parts of `google.accounts.id` used here. */
export type GoogleIdentity = {
  initialize: (options: Initialization) => void
  prompt: (listener: (moment: Moment) => void) => void
  cancel: () => void
}

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } }
  }
}

const loading = new Map<string, Promise<GoogleIdentity>>()

/** Loads Google's script, once a page. Rejects when it cannot be had: offline, or blocked by the page's policy or an extension. */
export const loadGoogle = (url: string): Promise<GoogleIdentity> => {
  const known = loading.get(url)
  if (known !== undefined) return known
  const loaded = load(url).catch(error => {
    loading.delete(url)
    throw error
  })
  loading.set(url, loaded)
  return loaded
}

const load = (url: string): Promise<GoogleIdentity> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script')
    // Under a CSP with nonces this script needs the page's nonce.
    const nonce = document.querySelector<HTMLElement>('script[nonce]')?.nonce
    Object.assign(script, { src: url, async: true, ...(nonce && { nonce }) })
    const fail = () => {
      script.remove()
      reject(new Error(`${url} could not be loaded.`))
    }
    script.onerror = fail
    script.onload = () => {
      const identity = window.google?.accounts?.id
      if (identity === undefined) fail()
      else resolve(identity)
    }
    document.head.append(script)
  })
