import { type Dispatch, useMemo, useRef } from 'react'
import type { ClientState, HeadlessClient } from '../client/index.ts'
import { useBeforePaint, useNewest, type Widget } from '../form/context/index.ts'
import type { WidgetEvent } from '../form/events/index.ts'
import type { Action, FormState, Screen } from '../form/state/index.ts'

type SignedIn = Extract<ClientState, { status: 'signed_in' }>

const isPending = (client: HeadlessClient): boolean => client.getStateSync().status === 'second_factor_required'

/** Returns the signed-in state as a sign-in response. */
const answerOf = ({ user, session }: SignedIn, client: HeadlessClient) => ({
  status_code: 200 as const,
  user_id: user.user_id,
  user,
  session,
  ...client.session.getTokens(),
})

/** Updates a held sign-in event whose session token was renewed. */
const renewed = (event: WidgetEvent, answer: object): WidgetEvent =>
  'session' in event.data ? ({ type: event.type, data: { ...event.data, ...answer } } as WidgetEvent) : event

/** Screens for signed-in users, which are shown again after the second factor. Others are complete. */
const returnsTo: ReadonlySet<Screen> = new Set([
  'Account',
  'IDPConsent',
  'PasskeyRegistrationStart',
  'PasskeyRegistrationSuccess',
])

type Options = {
  client: HeadlessClient
  state: FormState
  dispatch: Dispatch<Action>
  tell: (event: WidgetEvent) => void
}

/**
 * Requests a second factor if the session lacks one, whatever the sign-in method. Product screens are unaware of it: their success events
 * and navigation are held until the session has both factors. A session started elsewhere (an earlier visit, another tab, the page itself)
 * is prompted at once.
 */
export const useSecondFactor = ({ client, state, dispatch, tell }: Options): Pick<Widget, 'dispatch' | 'emit'> => {
  /** Events held since the first factor, with their user. */
  const held = useRef<{ userId: string | undefined; events: WidgetEvent[] }>({ userId: undefined, events: [] })
  const newest = useNewest({ state, tell })
  /** The screen after the second factor; null if none is requested. Ahead of the state by a render. */
  const next = useRef(state.secondFactor as Screen | null)

  const { ask, leave, ...gated } = useMemo(() => {
    const go = (screen: Screen, then: Screen | null): void => {
      next.current = then
      dispatch({ type: 'second_factor', screen, next: then })
    }
    return {
      ask: (then: Screen): void => go('SecondFactor', then),
      leave: (screen: Screen): void => go(screen, null),
      dispatch: (action: Action) =>
        action.type === 'transition' && isPending(client) ? go('SecondFactor', action.screen) : dispatch(action),
      emit: (event: WidgetEvent) => {
        const { pending } = client.getStateSync()
        if (pending === null) {
          newest.current.tell(event)
          return
        }
        const { user_id: userId } = pending.user
        const events = held.current.userId === userId ? held.current.events : []
        held.current = { userId, events: [...events, event] }
      },
    }
  }, [client, dispatch, newest])

  useBeforePaint(() => {
    const askUnlessAsked = (): void => {
      const { screen } = newest.current.state
      // A link for a new password is a first factor of its own.
      if (next.current !== null || screen === 'PasswordResetForm' || !isPending(client)) return
      ask(returnsTo.has(screen) ? screen : 'Main')
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = (now: ClientState): void => {
      if (now.status === 'second_factor_required') {
        // A screen that just completed the first factor is about to determine the next one.
        clearTimeout(timer)
        timer = setTimeout(askUnlessAsked)
        return
      }
      const { userId, events } = held.current
      held.current = { userId: undefined, events: [] }
      const then = next.current
      if (then === null) return
      if (now.status === 'signed_out') {
        leave('Main')
        return
      }
      const data = answerOf(now, client)
      for (const event of now.user.user_id === userId ? events : []) newest.current.tell(renewed(event, data))
      newest.current.tell({ type: 'SECOND_FACTOR_AUTHENTICATE', data })
      // Users who started with this step have not seen a confirmation yet.
      leave(then === 'Main' ? 'SecondFactorConfirmation' : then)
    }
    askUnlessAsked()
    const unsubscribe = client.onStateChange(follow)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      // The page may unmount the form once notified of the user, before this event.
      const now = client.getStateSync()
      if (now.status === 'signed_in') follow(now)
    }
  }, [client, ask, leave, newest])
  return gated
}
