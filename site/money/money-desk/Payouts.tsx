import { paths } from '../../kit/doi/index.ts'
import type { DuePayout } from './model.ts'

/** What reporters were awarded and have not been paid yet. */
export const Payouts = ({ payouts }: { payouts: readonly DuePayout[] }) => (
  <section className="moderate-section" aria-labelledby="payouts">
    <h2 id="payouts">
      Payouts due
      {payouts.length > 0 && <small>{` ${payouts.length}`}</small>}
    </h2>
    {payouts.length === 0 ? (
      <p className="empty">Everybody is paid.</p>
    ) : (
      payouts.map(payout => <Due key={payout.id} payout={payout} />)
    )}
  </section>
)

const Due = ({ payout }: { payout: DuePayout }) => {
  const {
    id,
    paper,
    report,
    name,
    facts,
    amount,
    day,
    state,
    standing,
    details,
    problem,
    isQuestioned,
    hasLostGround,
    isOwn,
  } = payout
  return (
    <article className="entry" aria-labelledby={`payout-${id}`}>
      <p className="entry-paper">
        <a href={paper.href} dir="auto">
          {paper.title}
        </a>
      </p>
      <h3 id={`payout-${id}`} className="desk-amount">
        {amount} <small>{standing}</small>
      </h3>
      <p className="entry-by">
        <span>
          For <a href={report}>the report by {name}</a>, awarded on {day}
        </span>
        {facts !== '' && <span>{facts}</span>}
      </p>
      {details !== null && (
        <p className="desk-details" dir="auto">
          {details}
        </p>
      )}
      {problem !== null && <p className="problem">{problem}</p>}
      {isOwn && <p className="desk-barred">This is your own award: somebody else notes that it was paid.</p>}
      {!isOwn && !isQuestioned && state !== 'sending' && (
        <div className="entry-decision">
          {state === 'stopped' && !hasLostGround && (
            <form method="post" action={paths.moderatePayout(id)}>
              <button type="submit" name="action" value="again">
                Pay again
              </button>
            </form>
          )}
          {!hasLostGround && (
            <details className="folded">
              <summary>Paid by hand</summary>
              <form method="post" action={paths.moderatePayout(id)}>
                <label>
                  Reference of the payment
                  <input name="reference" required maxLength={200} autoComplete="off" dir="auto" />
                </label>
                <button type="submit" name="action" value="done">
                  Note as paid
                </button>
              </form>
            </details>
          )}
          <details open={hasLostGround}>
            <summary>Take it back</summary>
            <form method="post" action={paths.moderateMoney()}>
              <input type="hidden" name="payout" value={id} />
              <label>
                Why <small>the reporter is told, if another moderator agrees</small>
                <input name="why" required maxLength={500} autoComplete="off" dir="auto" />
              </label>
              <button type="submit" name="act" value="withdrawal">
                Propose to take it back
              </button>
            </form>
          </details>
        </div>
      )}
    </article>
  )
}
