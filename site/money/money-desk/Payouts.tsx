import { ActingFor } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { DeskSection, ReasonField } from './DeskSection.tsx'
import type { DuePayout } from './model.ts'

/** Awards that have not been paid yet. */
export const Payouts = ({ payouts }: { payouts: readonly DuePayout[] }) => (
  <DeskSection id="payouts" title="Payouts due" count={payouts.length}>
    {payouts.map(payout => (
      <Due key={payout.id} payout={payout} />
    ))}
  </DeskSection>
)

const Due = ({ payout }: { payout: DuePayout }) => {
  const { id, paper, report, name, facts, amount, day, standing, details, problem } = payout
  return (
    <article className="entry" aria-labelledby={`payout-${id}`}>
      <h3 id={`payout-${id}`} className="desk-amount">
        {amount} <small>{standing}</small>
      </h3>
      <p>
        To {name} for <a href={report}>their report</a> on{' '}
        <a href={paper.href} dir="auto">
          {paper.title}
        </a>
      </p>
      <p className="entry-by">
        <span>Awarded on {day}</span>
        {facts !== '' && <span>{facts}</span>}
      </p>
      {details !== null && (
        <p className="desk-details" dir="auto">
          {details}
        </p>
      )}
      {problem !== null && <p className="problem">{problem}</p>}
      <Actions payout={payout} />
    </article>
  )
}

/** Actions of a moderator on a payout: one of the actions is the primary one, which depends on how the reporter is paid. */
const Actions = ({ payout: { id, state, details, isQuestioned, hasLostGround, isOwn } }: { payout: DuePayout }) => {
  if (isOwn) return <p className="desk-barred">This is your own award, so another moderator has to mark it as paid.</p>
  if (isQuestioned || state === 'sending') return null
  const isStopped = state === 'stopped'
  return (
    <div className="desk-actions">
      {isStopped && !hasLostGround && (
        <form method="post" action={paths.moderatePayout(id)}>
          <ActingFor />
          <button type="submit" className="main" name="action" value="again">
            Pay again
          </button>
        </form>
      )}
      {!hasLostGround && (
        <details className="folded" open={details !== null && !isStopped}>
          <summary>Mark as paid…</summary>
          <form className="desk-form" method="post" action={paths.moderatePayout(id)}>
            <ActingFor />
            <label className="desk-short">
              Payment reference
              <input name="reference" required maxLength={200} autoComplete="off" dir="auto" />
            </label>
            <button
              type="submit"
              className={details !== null && !isStopped ? 'main' : undefined}
              name="action"
              value="done"
            >
              Mark as paid
            </button>
          </form>
        </details>
      )}
      <details className="folded" open={hasLostGround}>
        <summary>Withdraw award…</summary>
        <form className="desk-form" method="post" action={paths.moderateMoney()}>
          <ActingFor />
          <input type="hidden" name="payout" value={id} />
          <ReasonField name="why" hint="Emailed to the reporter if another moderator confirms." />
          <button type="submit" className={hasLostGround ? 'main' : undefined} name="act" value="withdrawal">
            Propose withdrawal
          </button>
        </form>
      </details>
    </div>
  )
}
