import { startTransition, useActionState, useEffect, useRef, useState } from 'react'
import { callSite } from '../../accounts/calls/browser/call-site.ts'
import { takePendingAction } from '../../accounts/pending-actions/browser/wish.ts'
import { actingForField } from '../../kit/page/acting-for.ts'
import { StatusMark } from '../../paper/known/index.tsx'
import { callWatch } from './browser/call-watch.ts'
import type { WatchedModel } from './dashboard-model.ts'

type Props = {
  watched: readonly WatchedModel[]
  more: string | null
  seenUpTo: number
  hasNew: boolean
  /** URLs to mark updates as seen, and of the list. */
  seen: string
  dashboard: string
  /** Identity provider’s id of the account owner. */
  reader: string | null
}

/** SPEC §9, "Watch fade". */
const fadeMs = 300

/** The user's watched papers (SPEC §2, "Dashboard"). */
export const WatchList = ({ watched, more, seenUpTo, hasNew, seen, dashboard, reader }: Props) => {
  const [papers, show] = useState(watched)
  const [gone, setGone] = useState<{ paper: WatchedModel; at: number } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const undo = useRef<HTMLButtonElement>(null)

  // Marks displayed updates as seen.
  useEffect(() => {
    if (hasNew) void noteSeen(seen, seenUpTo)
  }, [hasNew, seen, seenUpTo])
  useEffect(() => {
    if (gone !== null) undo.current?.focus()
  }, [gone])

  const unwatch = async (paper: WatchedModel): Promise<void> => {
    const [done] = await Promise.all([callWatch(paper, false), new Promise(done => setTimeout(done, fadeMs))])
    if (!done) return
    setGone({ paper, at: papers.findIndex(({ doi }) => doi === paper.doi) })
    show(now => now.filter(({ doi }) => doi !== paper.doi))
  }

  // Who did one of these, and had to log in again for it, is back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the page was sent with.
  useEffect(() => {
    const wished = papers.find(({ doi }) => takePendingAction('unwatch', doi) !== null)
    if (wished !== undefined) void unwatch(wished)
  }, [])

  const putBack = async ({ paper, at }: NonNullable<typeof gone>): Promise<void> => {
    if (!(await callWatch(paper, true))) return
    setGone(null)
    show(now => now.toSpliced(Math.max(0, at), 0, paper))
    list.current?.focus()
  }

  return (
    <>
      <p className="watch-gone" role="status">
        {gone !== null && (
          <>
            <span>
              You no longer watch <cite dir="auto">{gone.paper.title}</cite>.
            </span>{' '}
            <button type="button" className="as-link" ref={undo} onClick={() => void putBack(gone)}>
              Undo
            </button>
          </>
        )}
      </p>
      {papers.length === 0 ? (
        <p className="answer">You don’t watch any papers yet. Use the Watch button on a paper’s page to add one.</p>
      ) : (
        <ul className="watch-list" ref={list} tabIndex={-1} aria-labelledby="watched">
          {papers.map(paper => (
            <WatchedRow key={paper.doi} {...{ paper, dashboard, reader }} unwatch={() => unwatch(paper)} />
          ))}
        </ul>
      )}
      {more !== null && (
        <p>
          <a href={more}>More papers</a>
        </p>
      )}
    </>
  )
}

type RowProps = Pick<Props, 'dashboard' | 'reader'> & { paper: WatchedModel; unwatch: () => Promise<void> }

const WatchedRow = ({ paper, dashboard, reader, unwatch }: RowProps) => {
  const [, leave, isFading] = useActionState(unwatch, undefined)
  const { doi, title, path, watch, status, changes, quiet } = paper
  const fresh = changes.filter(({ isNew }) => isNew)
  return (
    <li className={isFading ? 'fading' : undefined} data-doi={doi} data-paper-id={doi}>
      <div>
        <a className="watched-title" href={path} dir="auto">
          {title}
        </a>
        {fresh.length > 0 ? (
          <ul className="watched-changes">
            {fresh.map(change => (
              <li key={`${change.words} ${change.by}`}>
                <a href={change.path}>{change.words}</a>
                <span className="soft">
                  {' '}
                  · <bdi>{change.by}</bdi> · new since your last visit
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="soft">
            {status !== null && (
              <>
                <StatusMark status={status} /> ·{' '}
              </>
            )}
            {quiet}
          </p>
        )}
      </div>
      <form
        method="post"
        action={watch}
        onSubmit={event => {
          event.preventDefault()
          startTransition(leave)
        }}
      >
        {reader !== null && <input type="hidden" name={actingForField} value={reader} />}
        <input type="hidden" name="action" value="unwatch" />
        <input type="hidden" name="redirect_url" value={dashboard} />
        <button type="submit" className="as-link unwatch" data-doi={doi} data-paper-id={doi} disabled={isFading}>
          Unwatch<span className="visually-hidden"> {title}</span>
        </button>
      </form>
    </li>
  )
}

/** A call that has found no answer by then has failed, in ms. */
const longestWait = 10_000

const noteSeen = async (seen: string, upTo: number): Promise<void> => {
  await callSite(seen, { body: { up_to: upTo }, keepalive: true, longestWait, wish: null })
}
