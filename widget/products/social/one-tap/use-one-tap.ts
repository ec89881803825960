import { type RefObject, useEffect, useState } from 'react'
import { errorTypeOf, type OneTapPosition, useNewest, useWidget } from '../../../form/index.ts'
import { createOneTapService } from './create-one-tap-service.ts'
import { loadGoogle } from './load-google.ts'
import { type Placement, placementOf } from './placement.ts'
import { runPrompt } from './run-prompt.ts'

/**
 * `waiting`: it may appear. `shown`: embedded in the form. `floating`: above the page if it appears. `off`: replaced by the button.
 * `leaving`: the user has chosen an account.
 */
export type Phase = 'waiting' | 'shown' | 'floating' | 'off' | 'leaving'

/** Runs One Tap while the form is mounted. `place` is for an embedded prompt; it must have an id. */
export const useOneTap = (place: RefObject<HTMLElement | null>, position: OneTapPosition) => {
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
