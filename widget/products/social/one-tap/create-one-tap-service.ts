import { createFrame } from '@corroborate/wire/frame'
import type { HeadlessClient } from '../../../form/index.ts'

type Payloads = {
  oneTapStart: {
    requestId: string
    googleClientId: string
    stytchCsrfToken: string
    oauthCallbackId: string
    /** To be in the id_token. The provider gives one to this widget; the published client knows none. */
    nonce?: string
    /** URL of the script, if not Google's: the sandbox fakes it. */
    scriptUrl?: string
  }
  oneTapSubmit: { redirect_url: string }
}

/** In ms. A failed frame gives no event. */
const patience = 10_000

const inTime = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The provider’s frame did not answer in time.')), patience)
    }),
  ])

/** Provider side of One Tap in its frame, the only place for the cookie that binds the two requests (WIRE §10). */
export const createOneTapService = ({ baseUrl, publicToken }: Pick<HeadlessClient, 'baseUrl' | 'publicToken'>) => {
  const { ask, close } = createFrame<Payloads>(baseUrl, 'Google One Tap')
  return {
    start: () => inTime(ask('oneTapStart', { publicToken, withNonce: true })),
    submit: (answer: {
      idToken: string
      oauthCallbackID: string
      loginRedirectURL: string | undefined
      signupRedirectURL: string | undefined
    }) => inTime(ask('oneTapSubmit', { publicToken, ...answer })),
    close,
  }
}
