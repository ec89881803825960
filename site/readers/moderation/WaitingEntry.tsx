import { paths } from '../../kit/doi/index.ts'
import { agoInWords } from '../../kit/times/index.ts'
import { WrittenText } from '../written-text/index.tsx'
import { doneInWords } from './done-in-words.ts'
import type { Decided, Waiting } from './model.ts'
import { longestMessage, type ModeratedKind, rejectionReasonNames, rejectionReasons } from './rules.ts'

/** Where a decision about an entry is sent. */
export const actionOf = (kind: ModeratedKind, id: string): string =>
  ({
    comment: paths.moderateComment,
    audit: paths.moderateReport,
    contribution: paths.moderateContribution,
    problem: paths.moderateProblem,
  })[kind](id)

/** An entry as its readers would see it, then the decision. */
export const WaitingEntry = ({ entry, path, now }: { entry: Waiting; path: string; now: number }) => {
  const { kind, id, version, paper, paragraphs, history } = entry
  const name = `${kind}-${id}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys work on the entry that is in focus.
    <article className="entry" id={name} tabIndex={0} aria-labelledby={`${name}-paper`} data-version={version}>
      <p className="entry-paper">
        <span id={`${name}-paper`}>
          On <a href={paper.href}>{paper.title}</a>
        </span>
        {entry.queue !== 'second' && (
          <input
            type="checkbox"
            form="bulk"
            name="entry"
            value={`${kind}:${id}:${version}`}
            aria-label="Tick this entry"
          />
        )}
      </p>
      <WrittenText paragraphs={paragraphs} />
      <Facts facts={entry.facts} />
      <WrittenBy entry={entry} now={now} />
      <p className="entry-filters">
        <a href={entry.ofPaper}>All on this paper</a>
        {entry.ofPerson !== null && <a href={entry.ofPerson}>All of this person</a>}
      </p>
      <History history={history} now={now} />
      <Decision entry={entry} path={path} />
    </article>
  )
}

const Facts = ({ facts }: Pick<Waiting, 'facts'>) =>
  facts.length === 0 ? null : (
    <dl className="entry-facts">
      {facts.map(({ label, value, href }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{href === undefined ? value : <a href={href}>{value}</a>}</dd>
        </div>
      ))}
    </dl>
  )

const WrittenBy = ({ entry, now }: { entry: Waiting; now: number }) => {
  const { author, authorIsChecked, waitingSince, signals } = entry
  return (
    <p className="entry-by">
      <span dir="auto">{authorIsChecked ? author : `${author}, name not checked`}</span>
      <time dateTime={new Date(waitingSince).toISOString()}>{agoInWords(waitingSince, now)}</time>
      {signals.map(words => (
        <span key={words} className="signal">
          {words}
        </span>
      ))}
    </p>
  )
}

const History = ({ history, now }: { history: readonly Decided[]; now: number }) =>
  history.length === 0 ? null : (
    <ul className="entry-history">
      {history.map(decided => (
        <li key={decided.at}>{`${doneInWords(decided)} ${agoInWords(decided.at, now)}`}</li>
      ))}
    </ul>
  )

const Decision = ({ entry, path }: { entry: Waiting; path: string }) =>
  entry.queue === 'second' ? <SecondLook entry={entry} path={path} /> : <FirstLook entry={entry} path={path} />

/** An approved report: another moderator lets it count, or takes it back into the queue. */
const SecondLook = ({ entry: { kind, id, version, isOwn }, path }: { entry: Waiting; path: string }) => (
  <form className="entry-decision" method="post" action={actionOf(kind, id)}>
    <input type="hidden" name="version" value={version} />
    <input type="hidden" name="back" value={path} />
    {isOwn ? (
      <p>You wrote or approved this: it counts when another moderator approves it, too.</p>
    ) : (
      <button type="submit" className="main" name="action" value="second">
        Approve, so that it counts
      </button>
    )}
    <button type="submit" name="action" value="undo">
      Take the approval back
    </button>
    <p className="problem" role="alert" />
  </form>
)

const FirstLook = ({ entry: { kind, id, version, isOwn }, path }: { entry: Waiting; path: string }) => (
  <form className="entry-decision" method="post" action={actionOf(kind, id)}>
    <input type="hidden" name="version" value={version} />
    <input type="hidden" name="back" value={path} />
    {isOwn ? (
      <p>You wrote this: another moderator has to approve it.</p>
    ) : (
      <button type="submit" className="main" name="action" value="approve" formNoValidate>
        Approve
      </button>
    )}
    <span className="entry-why">
      <select name="reason" aria-label="Reason" required defaultValue="">
        <ReasonOptions />
      </select>
      <button type="submit" name="action" value="reject">
        Reject
      </button>
    </span>
    <button type="submit" name="action" value="spam" formNoValidate>
      Spam
    </button>
    <More />
    <p className="problem" role="alert" />
  </form>
)

/** Why something is rejected: one has to be chosen. */
export const ReasonOptions = () => (
  <>
    <option value="">Why…</option>
    {rejectionReasonNames.map(reason => (
      <option key={reason} value={reason}>
        {rejectionReasons[reason]}
      </option>
    ))}
  </>
)

const More = () => (
  <details className="folded">
    <summary>Write to the writer, or block them</summary>
    <label>
      To the writer <small>They are told it with the decision, in private.</small>
      <textarea name="message" rows={2} maxLength={longestMessage} />
    </label>
    <button type="submit" className="danger" name="action" value="block" formNoValidate>
      Spam, and block the writer
    </button>
  </details>
)
