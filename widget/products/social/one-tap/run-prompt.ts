import type { OneTapPosition } from '../../../form/index.ts'
import type { createOneTapService } from './create-one-tap-service.ts'
import type { GoogleIdentity, loadGoogle } from './load-google.ts'
import { meaningOf } from './moment.ts'
import type { Placement } from './placement.ts'
import { watchPlace } from './watch-place.ts'

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
