import { startTransition, useActionState, useEffect } from 'react'
import { takePendingAction } from '../../accounts/pending-actions/browser/wish.ts'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { actingForField } from '../../kit/page/acting-for.ts'
import { callWatch } from './browser/call-watch.ts'

/** The watch button between the reader and the server (SPEC §4, "Watch"). */
type WatchState = {
  /** Last server state. */
  watching: boolean
  /** Number of watchers, including the reader. */
  watchers: number
}

/** Button label (SPEC §4). */
export const watchLabel = ({ watching }: Pick<WatchState, 'watching'>, busy: boolean): string =>
  busy ? (watching ? 'Unwatching...' : 'Watching...') : watching ? 'Unwatch' : 'Watch'

/** The state after the call, and as it was when the call failed: without a word (SPEC §8). */
export const settled = (state: WatchState, succeeded: boolean): WatchState =>
  succeeded ? { watching: !state.watching, watchers: Math.max(0, state.watchers + (state.watching ? -1 : 1)) } : state

/** Number of other watchers as text; null if there are none. */
export const formatWatchers = ({ watching, watchers }: Pick<WatchState, 'watching' | 'watchers'>): string | null => {
  const others = watching ? watchers - 1 : watchers
  if (watching) return others < 1 ? null : `${people(others, 'other')} ${others === 1 ? 'watches' : 'watch'} it too`
  return others < 1 ? null : `${people(others, '')} ${others === 1 ? 'watches' : 'watch'} it`
}

const people = (count: number, which: '' | 'other'): string =>
  `${groupedNumber(count)} ${which === '' ? '' : `${which} `}${count === 1 ? 'person' : 'people'}`

export type WatchProps = {
  doi: string
  /** URLs of the action, and of the login for it. */
  watch: string
  login: string
  /** Account that the page was made for: the provider's id of the user; null for a visitor. */
  reader: string | null
  watching: boolean
  watchers: number
}

/** Watch button of a paper (SPEC §2, "Paper page"). Works as a form without JavaScript. */
export const WatchButton = ({ doi, watch, login, reader, watching, watchers }: WatchProps) => {
  const change = async (from: WatchState): Promise<WatchState> =>
    settled(from, await callWatch({ doi, watch }, !from.watching))
  const [state, toggle, isBusy] = useActionState(change, { watching, watchers })

  // Who wanted to watch, and had to log in for it, is back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the page was sent with.
  useEffect(() => {
    if (reader === null) return
    const wishes = [takePendingAction('watch', doi) !== null, takePendingAction('unwatch', doi) !== null]
    if (wishes[watching ? 1 : 0]) startTransition(toggle)
  }, [])

  const others = formatWatchers(state)
  return (
    <div className="watch" id="watch">
      {reader !== null ? (
        <form
          method="post"
          action={watch}
          onSubmit={event => {
            event.preventDefault()
            startTransition(toggle)
          }}
        >
          <input type="hidden" name={actingForField} value={reader} />
          <input type="hidden" name="action" value={state.watching ? 'unwatch' : 'watch'} />
          <button
            type="submit"
            className="watch-button"
            data-doi={doi}
            data-paper-id={doi}
            aria-pressed={state.watching}
            disabled={isBusy}
          >
            {watchLabel(state, isBusy)}
          </button>
        </form>
      ) : (
        <>
          <a
            id="login-to-watch"
            className="button watch-button needs-script"
            href={login}
            data-wish="watch"
            data-doi={doi}
            data-paper-id={doi}
          >
            Log in to watch
          </a>
          <form className="without-script" method="post" action={watch}>
            <button type="submit" className="watch-button">
              Log in to watch
            </button>
          </form>
        </>
      )}
      <p className="watch-about">{others === null ? 'Get notified when this paper’s status changes.' : `${others}.`}</p>
    </div>
  )
}
