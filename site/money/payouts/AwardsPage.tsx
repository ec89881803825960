import { ActingFor, Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import type { AwardsPageModel, MyAward } from './model.ts'

/** A reporter's awards with their status, and the payout method. */
export const AwardsPage = ({ model }: { model: AwardsPageModel }) => {
  const { awards, notice } = model
  return (
    <Layout>
      <div className="awards">
        <p className="eyebrow">
          <a href={paths.dashboard}>Dashboard</a>
        </p>
        <h1>Your awards</h1>
        {notice !== null && (
          <p className="notice" role="status">
            {notice}
          </p>
        )}
        {awards.length === 0 ? (
          <p className="empty">
            No awards yet. When two moderators approve an award for one of your reports, it appears here.
          </p>
        ) : (
          <>
            <ul className="award-list">
              {awards.map(award => (
                <Award key={award.id} award={award} />
              ))}
            </ul>
            <HowPaid model={model} />
          </>
        )}
      </div>
    </Layout>
  )
}

const Award = ({ award: { id, title, paper, report, amount, day, standing, isDue } }: { award: MyAward }) => (
  <li>
    <p className="award-amount">{amount}</p>
    <div>
      <p>
        For <a href={report}>your report</a> on{' '}
        <a href={paper} dir="auto">
          {title}
        </a>
        , awarded on {day}.
      </p>
      <p className="award-standing">{standing}</p>
      {isDue && (
        <details className="folded">
          <summary>Decline the award</summary>
          <form method="post" action={paths.declineAward(id)}>
            <ActingFor />
            <p>The money returns to this paper’s bounty. This cannot be undone.</p>
            <button type="submit">Put {amount} back</button>
          </form>
        </details>
      )}
    </div>
  </li>
)

const HowPaid = ({ model }: { model: AwardsPageModel }) => {
  const { way, isReady, bankProblem, details, hasConnect, isSandbox, problem } = model
  return (
    <section className="how-paid" aria-labelledby="how-paid">
      <h2 id="how-paid">Payout method</h2>
      {isSandbox && <p className="notice">This is a sandbox: no money moves.</p>}
      {hasConnect && (
        <form className="pay-way" method="post" action={paths.payByStripe}>
          <ActingFor />
          <h3>By Stripe{way === 'stripe' && <small>{isReady ? ' chosen' : ' chosen, not finished'}</small>}</h3>
          <p>
            {isReady
              ? 'Stripe payouts are set up. Awards are paid automatically.'
              : 'Stripe verifies your identity and bank account; this site sees neither. Awards are then paid automatically. The account must be in the operators’ country; otherwise choose a manual payout.'}
          </p>
          {bankProblem !== null && (
            <p className="problem">
              Your bank rejected a payment from Stripe: <q>{bankProblem}</q> Fix it at Stripe.
            </p>
          )}
          <button type="submit" className={isReady ? undefined : 'main'}>
            {isReady ? 'Continue at Stripe' : 'Set up Stripe payouts'}
          </button>
        </form>
      )}
      <form className="pay-way" id="by-hand" method="post" action={paths.awards}>
        <ActingFor />
        <h3>Manual payout{way === 'hand' && <small> chosen</small>}</h3>
        {problem !== null && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <label>
          Payment details for the operators
          <small>
            For example, your name and IBAN. Visible to moderators and operators until you are paid, then erased.
          </small>
          <textarea name="details" rows={4} maxLength={1000} defaultValue={details} dir="auto" />
        </label>
        <button type="submit">{way === 'hand' ? 'Save' : 'Use manual payouts'}</button>
      </form>
    </section>
  )
}
