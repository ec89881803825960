import { paths } from '../../kit/doi/index.ts'
import type { WaitingProposal } from './model.ts'

/** What waits for a second moderator. */
export const Waiting = ({ proposals }: { proposals: readonly WaitingProposal[] }) => (
  <section className="moderate-section" aria-labelledby="second">
    <h2 id="second">
      Waiting for a second moderator
      {proposals.length > 0 && <small>{` ${proposals.length}`}</small>}
    </h2>
    {proposals.length === 0 ? (
      <p className="empty">Nothing is waiting. What one moderator proposes is listed here until another one decides.</p>
    ) : (
      proposals.map(proposal => <Proposed key={proposal.id} proposal={proposal} />)
    )}
  </section>
)

const whither = {
  award: 'from its bounty',
  'top-up': 'from the pool to its bounty',
  withdrawal: 'of an award back into its bounty',
} as const

const Proposed = ({ proposal }: { proposal: WaitingProposal }) => {
  const { id, kind, paper, amount, why, by, day, parts } = proposal
  return (
    <article className="entry" aria-labelledby={`proposal-${id}`}>
      <p className="entry-paper">
        <a href={paper.href} dir="auto">
          {paper.title}
        </a>
      </p>
      <h3 id={`proposal-${id}`} className="desk-amount">
        {amount} <small>{whither[kind]}</small>
      </h3>
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
      <p className="written" dir="auto">
        {why}
      </p>
      <p className="entry-by">{`Proposed by ${by} on ${day}`}</p>
      <Decide proposal={proposal} />
    </article>
  )
}

const Decide = ({ proposal: { id, kind, version, amount, paper, isOwn, barred } }: { proposal: WaitingProposal }) => {
  const action = paths.moderateProposal(id)
  if (barred !== null) return <p className="desk-barred">{barred}</p>
  const reason = (label: string, act: string, button: string) => (
    <details className="folded">
      <summary>{label}</summary>
      <form method="post" action={action}>
        <input type="hidden" name="version" value={version} />
        <label>
          Why
          <input name="reason" required maxLength={500} autoComplete="off" dir="auto" />
        </label>
        <button type="submit" name="action" value={act}>
          {button}
        </button>
      </form>
    </details>
  )
  if (isOwn)
    return (
      <div className="entry-decision">
        <p className="desk-barred">You proposed this: it takes another moderator.</p>
        {reason('Take it back', 'take-back', 'Take it back')}
      </div>
    )
  return (
    <div className="entry-decision">
      <form method="post" action={action} aria-label={`${amount} for ${paper.title}`}>
        <input type="hidden" name="version" value={version} />
        <button type="submit" className="main" name="action" value="confirm">
          {kind === 'withdrawal' ? 'Take back' : 'Confirm'} {amount}
        </button>
      </form>
      {reason('Reject', 'reject', 'Reject')}
    </div>
  )
}
