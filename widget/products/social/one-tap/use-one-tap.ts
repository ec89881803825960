import { type RefObject, useEffect, useState } from 'react'
import { errorTypeOf, type OneTapPosition, useNewest, useWidget } from '../../../form/index.ts'
import { loadGoogle } from './load-google.ts'
import { meaningOf } from './moment.ts'
import { createOneTapService } from './one-tap-service.ts'
import { type Placement, placementOf } from './placement.ts'

const googleScript = 'https://accounts.google.com/gsi/client'

/** How long an embedded prompt may stay empty, in ms: some browsers show nothing and say nothing. */
const longestSilence = 4_000

/**
 * `waiting`: it may come. `shown`: it stands in the form. `floating`: if it comes, it is above the page. `off`: there is none,
 * and the button takes its place. `leaving`: somebody has chosen an account.
 */
export type Phase = 'waiting' | 'shown' | 'floating' | 'off' | 'leaving'

/** Google's script has one prompt for the whole page. It belongs to the first form that asks. */
let owner: symbol | null = null

/** Runs One Tap while the form is mounted. `place` is where an embedded prompt is to be; it must have an id. */
export const useOneTap = (place: RefObject<HTMLElement | null>, position: OneTapPosition) => {
  const { client, settings, explain, once } = useWidget()
  const [phase, setPhase] = useState<Phase>(position === 'floating' ? 'floating' : 'waiting')
  const [error, setError] = useState<{ type: string | undefined; sentence: string; hasChosen: boolean } | null>(null)
  // The newest of what changes with every state of the form, which is no reason to ask anew.
  const latest = useNewest({ explain, ...settings.oauthOptions })

  useEffect(() => {
    const me = Symbol()
    let cancel = () => {}
    let isHere = true
    const end = () => {
      isHere = false
      cancel()
      if (owner === me) owner = null
    }
    const giveUp = (reason?: unknown, hasChosen = false) => {
      if (!isHere) return
      end()
      setPhase('off')
      if (reason !== undefined)
        setError({ type: errorTypeOf(reason), sentence: latest.current.explain(reason), hasChosen })
    }

    const placement = placementIn(place.current, position)
    if (placement === 'none' || client.session.getSync() !== null) {
      setPhase('off')
      return
    }
    setPhase(placement === 'floating' ? 'floating' : 'waiting')

    const run = async () => {
      // A form that is mounted twice, as under StrictMode, has left the first time by now, and asks nobody for that.
      await null
      if (!isHere) return
      // Before anything is asked for, which a second form would have no use for.
      if (owner !== null) return giveUp()
      owner = me
      const service = once(createOneTapService)
      const start = await service.start()
      const google = await loadGoogle(start.scriptUrl ?? googleScript)
      if (!isHere) return
      const submit = async (idToken: string) => {
        if (!isHere) return
        setPhase('leaving')
        try {
          const { loginRedirectURL, signupRedirectURL } = latest.current
          const oauthCallbackID = start.oauthCallbackId
          const { redirect_url } = await service.submit({
            idToken,
            oauthCallbackID,
            loginRedirectURL,
            signupRedirectURL,
          })
          location.assign(redirect_url)
        } catch (reason) {
          giveUp(reason, true)
        }
      }
      google.initialize({
        client_id: start.googleClientId,
        callback: ({ credential }) => void submit(credential),
        ...(start.nonce && { nonce: start.nonce }),
        context: 'signin',
        auto_select: false,
        cancel_on_tap_outside: false,
        itp_support: true,
        use_fedcm_for_prompt: position !== 'forceLegacyEmbedded',
        ...(placement === 'embedded' && place.current && { prompt_parent_id: place.current.id }),
      })
      cancel = () => google.cancel()
      if (placement === 'embedded') watch(place.current)
      google.prompt(moment => {
        const meaning = meaningOf(moment)
        if (meaning === 'refused') giveUp({ error_type: 'origin_not_allowed_for_client' })
        if (meaning === 'gone') giveUp()
      })
    }

    /** The prompt is there as soon as its place is not empty. */
    const watch = (element: HTMLElement | null) => {
      if (element === null) return
      const observer = new MutationObserver(() => {
        observer.disconnect()
        clearTimeout(timer)
        if (isHere) setPhase(now => (now === 'waiting' ? 'shown' : now))
      })
      const timer = setTimeout(() => giveUp(), longestSilence)
      observer.observe(element, { childList: true })
      const { cancel: before } = { cancel }
      cancel = () => {
        observer.disconnect()
        clearTimeout(timer)
        before()
      }
    }

    const unsubscribe = client.session.onChange(session => {
      if (session !== null) giveUp()
    })
    run().catch(giveUp)
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
