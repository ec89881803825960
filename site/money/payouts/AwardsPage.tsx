import { ActingFor, Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import type { AwardsPageModel, MyAward } from './model.ts'

/** What a reporter was awarded, where each award stands, and how they are paid. */
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
            You have not been awarded anything yet. When two moderators agree on a report of yours, the award is listed
            here.
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
          <summary>Leave it to another reproduction</summary>
          <form method="post" action={paths.declineAward(id)}>
            <ActingFor />
            <p>The money goes back into the bounty of this paper. This cannot be undone.</p>
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
      <h2 id="how-paid">How you are paid</h2>
      {isSandbox && <p className="notice">This is a sandbox: no money moves.</p>}
      {hasConnect && (
        <form className="pay-way" method="post" action={paths.payByStripe}>
          <ActingFor />
          <h3>By Stripe{way === 'stripe' && <small>{isReady ? ' chosen' : ' chosen, not finished'}</small>}</h3>
          <p>
            {isReady
              ? 'Stripe can pay you: what you are awarded is sent there by itself.'
              : 'Stripe asks you who you are and for your bank account; this site sees neither. Then you are paid by itself. The account has to be in the country of the people who run this site: from elsewhere, be paid by hand.'}
          </p>
          {bankProblem !== null && (
            <p className="problem">
              Your bank did not take what Stripe sent it: <q>{bankProblem}</q> Mend it at Stripe.
            </p>
          )}
          <button type="submit" className={isReady ? undefined : 'main'}>
            {isReady ? 'See to it at Stripe' : 'Be paid by Stripe'}
          </button>
        </form>
      )}
      <form className="pay-way" id="by-hand" method="post" action={paths.awards}>
        <ActingFor />
        <h3>By hand{way === 'hand' && <small> chosen</small>}</h3>
        {problem !== null && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <label>
          What the people who run this site need to pay you
          <small>
            Your name and IBAN, say. Moderators and the people who run this site see it until you are paid; then it is
            erased.
          </small>
          <textarea name="details" rows={4} maxLength={1000} defaultValue={details} dir="auto" />
        </label>
        <button type="submit">{way === 'hand' ? 'Save' : 'Be paid by hand'}</button>
      </form>
    </section>
  )
}
