import { agoInWords } from '../../kit/times/index.ts'
import { WrittenText } from '../written-text/index.tsx'
import { doneInWords } from './done-in-words.ts'
import type { ModeratePageModel, PastDecision } from './model.ts'
import { actionOf } from './WaitingEntry.tsx'

type Decided = Extract<ModeratePageModel, { view: 'decided' }>

/** Every decision, the newest first; the last word on an entry can be undone. */
export const Decisions = ({ model: { decisions, next, first, now, path } }: { model: Decided }) => (
  <>
    {decisions.length === 0 && <p className="empty">Nothing has been decided yet.</p>}
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
        {first !== null && <a href={first}>The newest</a>}
        {next === null ? <span>That is all.</span> : <a href={next}>Older ones</a>}
      </p>
    )}
  </>
)

const Line = ({ of, now, path }: { of: PastDecision; now: number; path: string }) => (
  <li className="decision">
    <p className="decision-done">
      <strong>{doneInWords(of)}</strong> <time dateTime={new Date(of.at).toISOString()}>{agoInWords(of.at, now)}</time>
    </p>
    {of.message !== null && <p className="decision-said">Said to the writer: {of.message}</p>}
    {of.paper === null ? (
      <p className="decision-gone">Its writer has withdrawn it, or their account is gone.</p>
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
        <summary>What it says</summary>
        <WrittenText paragraphs={of.paragraphs} />
      </details>
    )}
    {of.undo !== null && (
      <form method="post" action={actionOf(of.kind, of.id)}>
        <input type="hidden" name="version" value={of.undo} />
        <input type="hidden" name="back" value={path} />
        <button type="submit" name="action" value="undo">
          Undo
        </button>
      </form>
    )}
  </li>
)
