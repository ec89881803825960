import { type Dispatch, useMemo, useRef } from 'react'
import type { ClientState, HeadlessClient } from '../client/index.ts'
import { useBeforePaint, useNewest, type Widget } from '../form/context/index.ts'
import type { WidgetEvent } from '../form/events/index.ts'
import type { Action, FormState, Screen } from '../form/state/index.ts'

type SignedIn = Extract<ClientState, { status: 'signed_in' }>

const isPending = (client: HeadlessClient): boolean => client.getStateSync().status === 'second_factor_required'

/** Who is signed in, as the answer to a sign-in says it. */
const answerOf = ({ user, session }: SignedIn, client: HeadlessClient) => ({
  status_code: 200 as const,
  user_id: user.user_id,
  user,
  session,
  ...client.session.getTokens(),
})

/** What a page is told of a sign-in whose session has another token since. */
const renewed = (event: WidgetEvent, answer: object): WidgetEvent =>
  'session' in event.data ? ({ type: event.type, data: { ...event.data, ...answer } } as WidgetEvent) : event

/** Screens for people who are signed in: they come back once the second factor is proved. Any other has had its purpose. */
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
 * Asks for a second factor where the session lacks one, whatever the sign-in method. No screen of a product need know: it
 * reports its success and moves on as ever, and both wait here until the session has both factors. A session that began elsewhere
 * (an earlier visit, another tab, a call of the page) is asked about at once.
 */
export const useSecondFactor = ({ client, state, dispatch, tell }: Options): Pick<Widget, 'dispatch' | 'emit'> => {
  /** What happened since the first factor, which the page is not told yet, and whose it is. */
  const held = useRef<{ userId: string | undefined; events: WidgetEvent[] }>({ userId: undefined, events: [] })
  const newest = useNewest({ state, tell })
  /** The screen after the second factor; null when none is asked for. As in the state, which is a render behind. */
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
        // A screen of this form that has just proved the first factor says itself, in a moment, what comes next.
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
      // A person who began with this step alone has seen no screen that says that they are in.
      leave(then === 'Main' ? 'SecondFactorConfirmation' : then)
    }
    askUnlessAsked()
    const unsubscribe = client.onStateChange(follow)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      // The page may take the form away as soon as it hears of the user, before this was told.
      const now = client.getStateSync()
      if (now.status === 'signed_in') follow(now)
    }
  }, [client, ask, leave, newest])
  return gated
}
