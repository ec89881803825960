import { ActingFor } from '../../kit/browser/index.tsx'
import { agoInWords } from '../../kit/times/index.ts'
import { WrittenText } from '../written-text/index.tsx'
import { doneInWords } from './done-in-words.ts'
import type { ModeratePageModel, PastDecision } from './model.ts'
import { actionOf } from './WaitingEntry.tsx'

type Decided = Extract<ModeratePageModel, { view: 'decided' }>

/** Log of decisions, newest first. The last decision about an entry can be undone. */
export const Decisions = ({ model: { decisions, next, first, now, path } }: { model: Decided }) => (
  <>
    {decisions.length === 0 && <p className="empty">No decisions yet.</p>}
    <ol className="decisions">
      {decisions.map(decision => (
        <Line
          key={`${decision.kind}-${decision.id}-${decision.at}-${decision.action}`}
          of={decision}
          now={now}
          path={path}
        />
      ))}
    </ol>
    {(next !== null || first !== null) && (
      <p className="pager">
        {first !== null && <a href={first}>First page</a>}
        {next === null ? <span>End of the log.</span> : <a href={next}>Next page</a>}
      </p>
    )}
  </>
)

const Line = ({ of, now, path }: { of: PastDecision; now: number; path: string }) => (
  <li className="decision">
    <p className="decision-done">
      <strong>{doneInWords(of)}</strong> <time dateTime={new Date(of.at).toISOString()}>{agoInWords(of.at, now)}</time>
    </p>
    {of.message !== null && <p className="decision-said">Message to the author: {of.message}</p>}
    {of.paper === null ? (
      <p className="decision-gone">Withdrawn by its author, or their account was deleted.</p>
    ) : (
      <p className="entry-paper">
        <span>
          {of.author !== null && <span dir="auto">{`${of.author} · `}</span>}
          on <a href={of.paper.href}>{of.paper.title}</a>
        </span>
      </p>
    )}
    {of.paragraphs.length > 0 && (
      <details className="folded">
        <summary>Read the text</summary>
        <WrittenText paragraphs={of.paragraphs} />
      </details>
    )}
    {of.undo !== null && (
      <form method="post" action={actionOf(of.kind, of.id)}>
        <ActingFor />
        <input type="hidden" name="version" value={of.undo} />
        <input type="hidden" name="back" value={path} />
        <button type="submit" name="action" value="undo">
          Undo
        </button>
      </form>
    )}
  </li>
)
