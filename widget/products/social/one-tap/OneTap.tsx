import { createFrame } from '@corroborate/wire/frame'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import {
  Alert,
  ErrorText,
  errorTypeOf,
  type HeadlessClient,
  type OneTapPosition,
  Spinner,
  useElementId,
  useNewest,
  useWidget,
} from '../../../form/index.ts'
import { en, type OneTapTexts } from './en.ts'
import { type GoogleIdentity, loadGoogle } from './load-google.ts'
import { meaningOf } from './moment.ts'

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

const inTime = <Answer,>(answer: Promise<Answer>): Promise<Answer> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('The provider’s frame did not answer in time.')), patience)
    }),
  ])

/** Provider side of One Tap in its frame, the only place for the cookie that binds the two requests (WIRE §10). */
const createOneTapService = ({ baseUrl, publicToken }: Pick<HeadlessClient, 'baseUrl' | 'publicToken'>) => {
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

export type Placement = 'floating' | 'embedded' | 'none'

/**
 * Returns the prompt's placement. With FedCM the browser draws it above the page: it then floats, or is omitted if the page wants it
 * embedded only. Google's script finds its target in the document, not in shadow trees. Pure.
 */
export const placementOf = (
  position: OneTapPosition,
  { hasFedCm, isInShadow }: { hasFedCm: boolean; isInShadow: boolean },
): Placement => {
  if (position === 'floating') return 'floating'
  if (position === 'forceLegacyEmbedded') return isInShadow ? 'floating' : 'embedded'
  if (!hasFedCm && !isInShadow) return 'embedded'
  return position === 'embeddedOnly' ? 'none' : 'floating'
}

/** Timeout of an empty embedded prompt in ms: some browsers show nothing without notification. */
const longestSilence = 4_000

/** Waits for Google's prompt to appear in its place. @returns a function that stops waiting */
const watchPlace = (place: HTMLElement, onFilled: () => void, onSilence: () => void): (() => void) => {
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const observer = new MutationObserver(() => {
    stop()
    onFilled()
  })
  const timer = setTimeout(onSilence, longestSilence)
  observer.observe(place, { childList: true })
  return stop
}

const googleScript = 'https://accounts.google.com/gsi/client'

/** Google's script has one prompt per page, owned by the first form that requests it. */
let owner: symbol | null = null

type Service = Pick<ReturnType<typeof createOneTapService>, 'start' | 'submit'>
type Started = Awaited<ReturnType<Service['start']>>

type Options = {
  /** Target of an embedded prompt; must have an ID. */
  place: HTMLElement | null
  placement: Exclude<Placement, 'none'>
  position: OneTapPosition
  /** Opens the provider's side of One Tap. Not called when the prompt belongs to another form. */
  open: () => Service
  load: typeof loadGoogle
  /** Returns the redirect URLs. Called once the user has chosen an account. */
  redirects: () => { loginRedirectURL?: string | undefined; signupRedirectURL?: string | undefined }
  leave: (url: string) => void
  /** An embedded prompt appeared, or the user chose an account. */
  onPhase: (phase: 'shown' | 'leaving') => void
  /** There is no prompt, or there is none any more: for a reason, when something went wrong. */
  onOver: (reason?: unknown, hasChosen?: boolean) => void
}

export type Prompt = {
  /** Removes the prompt and stops all callbacks. */
  end: () => void
  /** Does the same, after `onOver`. */
  giveUp: (reason?: unknown, hasChosen?: boolean) => void
}

/** Requests Google's prompt and follows it to its end. */
export const runPrompt = (options: Options): Prompt => {
  const { place, placement, open, load, redirects, leave, onPhase, onOver } = options
  const me = Symbol()
  const stops: (() => void)[] = []
  let isHere = true

  const end = () => {
    isHere = false
    for (const stop of stops.splice(0)) stop()
    if (owner === me) owner = null
  }
  const giveUp: Prompt['giveUp'] = (reason, hasChosen = false) => {
    if (!isHere) return
    end()
    onOver(reason, hasChosen)
  }

  const submit = async (service: Service, oauthCallbackID: string, idToken: string) => {
    if (!isHere) return
    onPhase('leaving')
    try {
      const { loginRedirectURL, signupRedirectURL } = redirects()
      const answer = await service.submit({ idToken, oauthCallbackID, loginRedirectURL, signupRedirectURL })
      leave(answer.redirect_url)
    } catch (reason) {
      giveUp(reason, true)
    }
  }

  const run = async () => {
    // Skips the first mount of a doubly mounted form, as in StrictMode.
    await null
    if (!isHere) return
    // Checked before requests that a second form could not use.
    if (owner !== null) return giveUp()
    owner = me
    const service = open()
    const started = await service.start()
    const google = await load(started.scriptUrl ?? googleScript)
    if (!isHere) return
    google.initialize(settingsOf(started, options, idToken => void submit(service, started.oauthCallbackId, idToken)))
    if (placement === 'embedded' && place !== null) stops.push(watchPlace(place, () => onPhase('shown'), giveUp))
    stops.push(() => google.cancel())
    google.prompt(moment => {
      const meaning = meaningOf(moment)
      if (meaning === 'refused') giveUp({ error_type: 'origin_not_allowed_for_client' })
      if (meaning === 'gone') giveUp()
    })
  }
  run().catch(giveUp)
  return { end, giveUp }
}

/** Initialization options of Google's script. */
const settingsOf = (
  { googleClientId, nonce }: Started,
  { place, placement, position }: Pick<Options, 'place' | 'placement' | 'position'>,
  onCredential: (idToken: string) => void,
): Parameters<GoogleIdentity['initialize']>[0] => ({
  client_id: googleClientId,
  callback: ({ credential }) => onCredential(credential),
  ...(nonce && { nonce }),
  context: 'signin',
  auto_select: false,
  cancel_on_tap_outside: false,
  itp_support: true,
  use_fedcm_for_prompt: position !== 'forceLegacyEmbedded',
  ...(placement === 'embedded' && place && { prompt_parent_id: place.id }),
})

/**
 * `waiting`: it may appear. `shown`: embedded in the form. `floating`: above the page if it appears. `off`: replaced by the button.
 * `leaving`: the user has chosen an account.
 */
export type Phase = 'waiting' | 'shown' | 'floating' | 'off' | 'leaving'

/** Runs One Tap while the form is mounted. `place` is for an embedded prompt; it must have an id. */
const useOneTap = (place: RefObject<HTMLElement | null>, position: OneTapPosition) => {
  const { client, settings, explain, once } = useWidget()
  const [phase, setPhase] = useState<Phase>(position === 'floating' ? 'floating' : 'waiting')
  const [error, setError] = useState<{ type: string | undefined; sentence: string; hasChosen: boolean } | null>(null)
  // These change with every state of the form, which is no reason to ask again.
  const latest = useNewest({ explain, redirects: settings.oauthOptions })

  useEffect(() => {
    const placement = placementIn(place.current, position)
    if (placement === 'none' || client.getStateSync().status !== 'signed_out') {
      setPhase('off')
      return
    }
    setPhase(placement === 'floating' ? 'floating' : 'waiting')
    const { end, giveUp } = runPrompt({
      place: place.current,
      placement,
      position,
      open: () => once(createOneTapService),
      load: loadGoogle,
      redirects: () => latest.current.redirects,
      leave: url => location.assign(url),
      // Google's script may take the prompt away again before it is noticed that it was there.
      onPhase: next => setPhase(now => (now === 'leaving' ? now : next)),
      onOver: (reason, hasChosen = false) => {
        setPhase('off')
        if (reason === undefined) return
        setError({ type: errorTypeOf(reason), sentence: latest.current.explain(reason), hasChosen })
      },
    })
    const unsubscribe = client.onStateChange(({ status }) => {
      if (status !== 'signed_out') giveUp()
    })
    return () => {
      unsubscribe()
      end()
    }
  }, [client, once, place, position, latest])

  return { phase, error }
}

const placementIn = (element: HTMLElement | null, position: OneTapPosition): Placement =>
  placementOf(position, {
    hasFedCm: 'IdentityCredential' in window,
    isInShadow: element?.getRootNode() instanceof ShadowRoot,
  })

/**
 * Google One Tap. It is in the form, floats above the page, or is not there at all. Where it is not in the
 * form, the button that is given as `children` is there.
 */
export const OneTap = ({ children }: { children?: ReactNode }) => {
  const { client, settings, strings } = useWidget()
  const place = useRef<HTMLDivElement>(null)
  const id = useElementId()
  const google = settings.oauthOptions.providers.find(({ type }) => type === 'google')
  const { phase, error } = useOneTap(place, google?.position ?? 'floating')
  const texts: OneTapTexts = { ...en, ...strings.oneTap }
  // Relevant only to the page's developers, and not shown in production.
  const explanation = Object.entries(texts).find(([type]) => type === error?.type)?.[1]
  const isForDevelopers = client.publicToken.includes('public-token-test')

  return (
    <>
      <div className="siw-one-tap" data-siw-phase={phase} aria-busy={phase === 'waiting' || phase === 'leaving'}>
        {(phase === 'waiting' || phase === 'leaving') && <Spinner label={strings.common.loading} />}
        <div ref={place} id={id} />
      </div>
      {(phase === 'off' || phase === 'floating') && children}
      {explanation !== undefined
        ? isForDevelopers && <Alert variant="warning">{explanation}</Alert>
        : error?.hasChosen && <ErrorText>{error.sentence}</ErrorText>}
    </>
  )
}
