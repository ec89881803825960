import { ActingFor } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { DeskSection, ReasonField } from './AwardForms.tsx'
import type { WaitingProposal } from './database.ts'

/** Proposals awaiting a second moderator. */
export const Waiting = ({ proposals }: { proposals: readonly WaitingProposal[] }) => (
  <DeskSection id="second" title="Awaiting confirmation" count={proposals.length}>
    {proposals.map(proposal => (
      <Proposed key={proposal.id} proposal={proposal} />
    ))}
  </DeskSection>
)

const kinds = {
  award: 'award from the bounty',
  'top-up': 'top-up from the pool',
  withdrawal: 'award to be withdrawn',
} as const

const Proposed = ({ proposal }: { proposal: WaitingProposal }) => {
  const { id, kind, paper, amount, why, by, day, parts } = proposal
  return (
    <article className="entry" aria-labelledby={`proposal-${id}`}>
      <h3 id={`proposal-${id}`} className="desk-amount">
        {amount} <small>{kinds[kind]}</small>
      </h3>
      <p>
        <a href={paper.href} dir="auto">
          {paper.title}
        </a>
      </p>
      {parts.length > 0 && (
        <ul className="desk-parts">
          {parts.map(part => (
            <li key={part.href}>
              <b>{part.amount}</b> {kind === 'withdrawal' ? 'from' : 'to'}{' '}
              <a href={part.href}>the report by {part.name}</a>
              {part.facts !== '' && <small className="desk-facts">{part.facts}</small>}
            </li>
          ))}
        </ul>
      )}
      <p className="desk-why" dir="auto">
        {why}
      </p>
      <p className="entry-by">{`Proposed by ${by} on ${day}`}</p>
      <Decide proposal={proposal} />
    </article>
  )
}

const Decide = ({ proposal }: { proposal: WaitingProposal }) => {
  const { id, kind, version, amount, paper, isOwn, barred } = proposal
  if (barred !== null) return <p className="desk-barred">{barred}</p>
  if (isOwn)
    return (
      <div className="desk-actions">
        <p className="desk-barred">You proposed this, so another moderator has to confirm it.</p>
        <WithReason proposal={proposal} act="take-back" label="Withdraw proposal" />
      </div>
    )
  return (
    <div className="desk-actions">
      <form method="post" action={paths.moderateProposal(id)} aria-label={`${amount} for ${paper.title}`}>
        <ActingFor />
        <input type="hidden" name="version" value={version} />
        <button type="submit" className="main" name="action" value="confirm">
          {kind === 'withdrawal' ? `Confirm withdrawal of ${amount}` : `Confirm ${amount}`}
        </button>
      </form>
      <WithReason proposal={proposal} act="reject" label="Reject" />
    </div>
  )
}

type WithReasonProps = { proposal: WaitingProposal; act: 'take-back' | 'reject'; label: string }

const WithReason = ({ proposal: { id, version }, act, label }: WithReasonProps) => (
  <details className="folded">
    <summary>{`${label}…`}</summary>
    <form className="desk-form" method="post" action={paths.moderateProposal(id)}>
      <ActingFor />
      <input type="hidden" name="version" value={version} />
      <ReasonField name="reason" />
      <button type="submit" name="action" value={act}>
        {label}
      </button>
    </form>
  </details>
)
