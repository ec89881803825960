import { actingForField } from '../../kit/page/index.ts'
import { ContributionForm, Contributors, FundNumber, fromWhom, usePayment } from '../contributions/index.tsx'
import type { BountySectionProps, ShownStanding } from './section-model.ts'

/** On a paper's page: what is offered for its reproduction, and the way to add to it (SPEC §2, "bounty amount display"). */
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
    // What is not there yet has one line, and no card of its own.
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

/** How far it has come, drawn and in words. */
const Standing = ({ standing: { step, words, until, awarded, paid } }: { standing: ShownStanding }) =>
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
