import type { ClaimSectionProps } from './model.ts'

/** Claims section of a paper's page, with links to claim and to report. */
export const ClaimSection = ({ claims, claim, reproduce }: ClaimSectionProps) => (
  <section className="card claim-card" aria-labelledby="claim-label">
    <h2 id="claim-label">Reproduce it</h2>
    {claims.length > 0 && (
      <ul>
        {claims.map(({ name, until, isMine }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list stays in its order.
          <li key={index}>{`Claimed by ${isMine ? 'you' : (name ?? 'a reader')} until ${until}`}</li>
        ))}
      </ul>
    )}
    <p>
      <a href={claim}>Claim this reproduction</a>
    </p>
    <p>
      <a href={reproduce}>Report a reproduction</a>
    </p>
  </section>
)
