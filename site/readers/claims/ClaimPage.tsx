import { ActingFor, Island, Layout } from '../../kit/browser/index.tsx'
import { DraftNotice } from '../drafts/DraftNotice.tsx'
import { ClaimForm } from './ClaimForm.tsx'
import type { ClaimPageModel, OwnClaim } from './model.ts'

/** Page to claim a reproduction and see the claim's status. */
export const ClaimPage = ({
  model: { paper, own, claims, form, reproduce, notice, assistant },
}: {
  model: ClaimPageModel
}) => (
  <Layout>
    <div className="narrow">
      <p className="paper-line">
        <a href={paper.href} dir="auto">
          {paper.title ?? paper.doi}
        </a>
        {paper.byline !== '' && <span>{` · ${paper.byline}`}</span>}
      </p>
      <h1>Claim this reproduction</h1>
      {notice !== null && (
        <p className="sheet-standing" role="status">
          {notice}
        </p>
      )}
      <p className="lead">
        A claim tells others that you’re working on this reproduction, so that they can coordinate with you. It lasts 90
        days and can be renewed.
      </p>
      {claims.length > 0 && (
        <ul className="claims">
          {claims.map(({ name, until, isMine }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list stays in its order.
            <li key={index}>{`Claimed by ${isMine ? 'you' : (name ?? 'a reader')} until ${until}`}</li>
          ))}
        </ul>
      )}
      {own !== null && <Own own={own} reproduce={reproduce} />}
      {(own === null || (own.state !== 'waiting' && own.state !== 'standing')) && (
        <>
          {assistant !== null && <DraftNotice {...assistant} />}
          <Island name="claim-form" of={ClaimForm} props={form} />
        </>
      )}
    </div>
  </Layout>
)

const states: Readonly<Record<OwnClaim['state'], (own: OwnClaim) => string>> = {
  waiting: ({ claimedOn, until }) =>
    `You claimed this paper on ${claimedOn}. A moderator reviews it before it appears. It expires on ${until}.`,
  standing: ({ until }) => `You have claimed this paper until ${until}.`,
  lapsed: ({ until }) => `Your claim expired on ${until}. You can claim the paper again.`,
  withdrawn: () => 'You have withdrawn your claim. You can claim the paper again.',
  reported: () => 'You have submitted a report on this paper. You can claim it again.',
  rejected: ({ claimedOn }) => `A moderator did not approve your claim of ${claimedOn}.`,
}

const Own = ({ own, reproduce }: { own: OwnClaim; reproduce: string }) => (
  <section className="card own-claim" aria-label="Your claim">
    <p>{states[own.state](own)}</p>
    {(own.state === 'waiting' || own.state === 'standing') && (
      <form method="post" className="own-claim-actions">
        <ActingFor />
        <a className="button main" href={reproduce}>
          Submit a report
        </a>
        {own.isRenewable && (
          <button type="submit" name="action" value="renew">
            Renew for 90 days
          </button>
        )}
        <button type="submit" name="action" value="withdraw">
          Withdraw
        </button>
      </form>
    )}
  </section>
)
