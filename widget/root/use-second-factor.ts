import { owesSecondFactor } from '@corroborate/wire/second-factor'
import { type Dispatch, useMemo, useRef } from 'react'
import type { HeadlessClient } from '../client/index.ts'
import { useBeforePaint, useNewest, type Widget, type WidgetEvent } from '../form/context/index.ts'
import type { Action, FormState, Screen } from '../form/state/index.ts'

const owes = (client: HeadlessClient): boolean => owesSecondFactor(client.session.getSync()?.custom_claims)

/** Who is in, as the answer to a sign-in says it. */
const answerOf = ({ user, session }: HeadlessClient) => ({
  status_code: 200,
  user_id: user.getSync()?.user_id,
  user: user.getSync(),
  session: session.getSync(),
  ...session.getTokens(),
})

/** What a page is told of a sign-in whose session has another token since. */
const renewed = ({ type, data }: WidgetEvent, answer: object): WidgetEvent => ({
  type,
  data: (data as { session?: object }).session ? { ...(data as object), ...answer } : data,
})

type Options = {
  client: HeadlessClient
  state: FormState
  dispatch: Dispatch<Action>
  tell: (event: WidgetEvent) => void
}

/**
 * Asks for a second factor where the session owes one, whatever way in a person took. No screen of a product need know: it
 * reports its success and moves on as ever, and both wait here until the session has both factors. A person who comes back with
 * one of them is asked at once.
 */
export const useSecondFactor = ({ client, state, dispatch, tell }: Options): Pick<Widget, 'dispatch' | 'emit'> => {
  /** What happened since the first factor, which the page is not told yet. */
  const held = useRef<WidgetEvent[]>([])
  const newest = useNewest({ state, tell })

  const { ask, ...gated } = useMemo(() => {
    const ask = (next: Screen): void => dispatch({ type: 'second_factor', screen: 'SecondFactor', next })
    return {
      ask,
      dispatch: (action: Action) =>
        action.type === 'transition' && owes(client) ? ask(action.screen) : dispatch(action),
      emit: (event: WidgetEvent) => {
        if (owes(client)) held.current.push(event)
        else newest.current.tell(event)
      },
    }
  }, [client, dispatch, newest])

  useBeforePaint(() => {
    const { screen, secondFactor } = newest.current.state
    // A link for a new password is a first factor of its own.
    if (screen !== 'PasswordResetForm' && secondFactor === null && owes(client)) ask(screen)
    return client.session.onChange(session => {
      const { secondFactor: next } = newest.current.state
      if (next === null || owes(client)) return
      const events = held.current.splice(0)
      if (session === null) return dispatch({ type: 'second_factor', screen: 'Main', next: null })
      const data = answerOf(client)
      events.push({ type: 'SECOND_FACTOR_AUTHENTICATE', data })
      for (const event of events) newest.current.tell(renewed(event, data))
      // A person who began with this step alone has seen no screen that says that they are in.
      dispatch({ type: 'second_factor', screen: next === 'Main' ? 'SecondFactorConfirmation' : next, next: null })
    })
  }, [client, ask, dispatch, newest])
  return gated
}
