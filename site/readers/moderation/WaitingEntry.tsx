import type { ReactNode } from 'react'
import { groupedNumber } from '../../kit/amounts/grouped-number.ts'
import { ActingFor } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { formatAge } from '../../kit/times/times.ts'
import { WrittenText } from '../written-text/WrittenText.tsx'
import type { Decided, Waiting } from './counts.ts'
import {
  longestMessage,
  type ModeratedKind,
  type ModerationAction,
  type ModerationStatus,
  rejectionReasonNames,
  rejectionReasons,
} from './rules.ts'

const done: Readonly<Record<ModerationAction, string>> = {
  approve: 'Approved',
  second: 'Approved as second moderator',
  reject: 'Rejected',
  spam: 'Marked as spam',
  block: 'Marked as spam, author blocked',
  undo: 'Undone',
}

/** "Rejected by Ada: It is not about this paper." */
export const formatDecision = ({ action, by, reason }: Pick<Decided, 'action' | 'by' | 'reason'>): string =>
  `${done[action]} by ${by ?? 'a former moderator'}${reason === null ? '' : ` (${reason})`}`

/** Status of an entry, as UI copy. */
export const formatEntryStatus: Readonly<Record<ModerationStatus, string>> = {
  pending: 'Back in the queue',
  approved: 'Approved',
  rejected: 'Rejected',
  spam: 'Marked as spam',
}

/** Address that a decision about an entry is posted to. */
export const actionOf = (kind: ModeratedKind, id: string): string =>
  ({
    comment: paths.moderateComment,
    audit: paths.moderateReport,
    contribution: paths.moderateContribution,
    problem: paths.moderateProblem,
  })[kind](id)

/** An entry longer than this is folded, and its decision with it. In UTF-16 code units. */
const longestUnfolded = 1_500
const excerptLength = 240

/** A pending entry: full text, context, then the decision. Collapsed text must be expanded before deciding. */
export const WaitingEntry = ({ entry, path, now }: { entry: Waiting; path: string; now: number }) => {
  const { kind, id, version, paper } = entry
  const name = `${kind}-${id}`
  const text = textOf(entry)
  const isLong = text.length > longestUnfolded
  const whole = (
    <>
      <WrittenText paragraphs={entry.paragraphs} />
      <Facts facts={entry.facts} />
    </>
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys work on the entry that is in focus.
    <article className="entry" id={name} tabIndex={0} aria-label={`On ${paper.title}`} data-version={version}>
      {isLong ? <Folded text={text}>{whole}</Folded> : whole}
      <Context entry={entry} now={now} />
      <History history={entry.history} now={now} />
      <Decision entry={entry} path={path} />
    </article>
  )
}

/** A text that is read on request: until then, its entry has no decision (`moderate.css`, `keys.ts`). */
const Folded = ({ text, children }: { text: string; children: ReactNode }) => (
  <details className="entry-long">
    <summary>
      <span className="entry-excerpt" dir="auto">{`${text.slice(0, excerptLength).trimEnd()}…`}</span>
      <span className="entry-unfold">{`Read all ${groupedNumber(text.split(/\s+/).length)} words to decide`}</span>
    </summary>
    {children}
  </details>
)

const textOf = ({ paragraphs, facts }: Waiting): string =>
  [
    ...paragraphs.map(parts => parts.map(({ text }) => text).join('')),
    ...facts.map(({ label, value }) => `${label}: ${value}`),
  ].join(' ')

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

const Context = ({ entry, now }: { entry: Waiting; now: number }) => {
  const { author, authorIsChecked, paper, waitingSince, signals } = entry
  return (
    <p className="entry-by">
      <span dir="auto">{authorIsChecked ? author : `${author}, name not checked`}</span>
      <span>
        On <a href={paper.href}>{paper.title}</a>
      </span>
      <time dateTime={new Date(waitingSince).toISOString()}>{formatAge(waitingSince, now)}</time>
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
        <li key={decided.at}>{`${formatDecision(decided)} ${formatAge(decided.at, now)}`}</li>
      ))}
    </ul>
  )

const Decision = ({ entry, path }: { entry: Waiting; path: string }) => {
  const { kind, id, version, queue } = entry
  return (
    <div className="entry-foot">
      <form className="entry-decision" method="post" action={actionOf(kind, id)}>
        <ActingFor />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="back" value={path} />
        {queue === 'second' ? <SecondApproval entry={entry} /> : <FirstDecision entry={entry} />}
        <p className="problem" role="alert" />
      </form>
    </div>
  )
}

/** Buttons for an approved report: another moderator approves it too, or returns it to the queue. */
const SecondApproval = ({ entry }: { entry: Waiting }) => (
  <>
    {entry.isOwn ? (
      <p className="entry-own">You wrote or approved this, so another moderator has to give the second approval.</p>
    ) : (
      <button type="submit" className="main" name="action" value="second">
        Approve as second moderator
      </button>
    )}
    <button type="submit" className="quiet" name="action" value="undo">
      Revoke approval
    </button>
    <More entry={entry} />
  </>
)

const FirstDecision = ({ entry }: { entry: Waiting }) => {
  const { kind, id, version, isOwn } = entry
  return (
    <>
      {isOwn ? (
        <p className="entry-own">You wrote this, so another moderator has to approve it.</p>
      ) : (
        <button type="submit" className="main" name="action" value="approve" formNoValidate>
          Approve
        </button>
      )}
      <span className="entry-why">
        <select name="reason" aria-label="Reason" required defaultValue="">
          <ReasonOptions />
        </select>
        <button type="submit" className="quiet" name="action" value="reject">
          Reject
        </button>
      </span>
      <button type="submit" className="quiet" name="action" value="spam" formNoValidate>
        Spam
      </button>
      <label className="entry-select">
        <input type="checkbox" form="bulk" name="entry" value={`${kind}:${id}:${version}`} />
        Select
      </label>
      <More entry={entry} canBlock />
    </>
  )
}

/** Rejection reasons: one has to be selected. */
export const ReasonOptions = () => (
  <>
    <option value="">Reason…</option>
    {rejectionReasonNames.map(reason => (
      <option key={reason} value={reason}>
        {rejectionReasons[reason]}
      </option>
    ))}
  </>
)

const More = ({ entry: { ofPaper, ofPerson }, canBlock = false }: { entry: Waiting; canBlock?: boolean }) => (
  <details className="folded">
    <summary>More</summary>
    {canBlock && (
      <>
        <label>
          Message to the author <small>Sent privately with your decision.</small>
          <textarea name="message" rows={2} maxLength={longestMessage} />
        </label>
        <button type="submit" className="danger" name="action" value="block" formNoValidate>
          Mark as spam and block the author
        </button>
      </>
    )}
    <p className="entry-filters">
      <a href={ofPaper}>All entries on this paper</a>
      {ofPerson !== null && <a href={ofPerson}>All entries by this author</a>}
    </p>
  </details>
)
