import { actingForField } from '../../kit/page/acting-for.ts'
import { ContributionForm, Contributors, FundNumber, fromWhom, usePayment } from '../contributions/index.tsx'
import type { BountySectionProps, ShownBountyStatus } from './section-model.ts'

/** Bounty section of a paper's page, with the contribution form (SPEC §2, "bounty amount display"). */
export const BountySection = ({
  doi,
  total,
  totalText,
  currency,
  people,
  shown,
  standing,
  reader,
  form,
  books,
  sessionDetails,
}: BountySectionProps) => {
  const payment = usePayment(doi, total, sessionDetails)
  const isEmpty = payment.total.length === 0
  const isNothing = isEmpty && standing.words === null
  if (isNothing && form === null) return null
  return (
    // An empty bounty is shown as one line without a card.
    <section className={isNothing ? 'bounty is-nothing' : 'card bounty'} id="bounty" aria-labelledby="bounty-label">
      <h2 id="bounty-label" className={isNothing ? 'visually-hidden' : undefined}>
        Bounty
      </h2>
      <FundNumber payment={payment} text={totalText} currency={currency} />
      {/* Where nothing is offered yet, both are one line. */}{' '}
      <p className="fund-about">
        {isEmpty
          ? isNothing
            ? 'is offered for a reproduction of this paper so far.'
            : 'is offered for a reproduction of this paper now. '
          : `for a reproduction of this paper, ${fromWhom(people, payment) ?? 'from the pool'}. `}
        {!isNothing && <a href={books}>Ledger</a>}
      </p>
      <Standing standing={standing} />
      <Contributors shown={shown} />
      {form !== null && (
        <details className="contribute-here">
          <summary className="button">Add to the bounty</summary>
          <ContributionForm
            form={form}
            acting={reader !== null && <input type="hidden" name={actingForField} value={reader} />}
          />
        </details>
      )}
    </section>
  )
}

/** Progress of the bounty, as a graphic and as text. */
const Standing = ({ standing: { step, words, until, awarded, paid } }: { standing: ShownBountyStatus }) =>
  words === null ? null : (
    <div className="bounty-standing">
      <div className="states" aria-hidden="true">
        {[1, 2, 3, 4].map(each => (
          <i key={each} className={each <= step ? 'on' : undefined} />
        ))}
      </div>
      <p>{[words, until].filter(text => text !== null).join(' · ')}</p>
      {awarded !== null && <p>{`${awarded} awarded, not paid yet`}</p>}
      {paid !== null && <p>{`${paid} paid for reproductions`}</p>}
    </div>
  )
