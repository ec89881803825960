import { type OAuthProvider, providerTitle } from '@corroborate/wire/providers'
import { Button, ErrorText, fill, useAttempt } from '../../form/index.ts'
import { useProofTexts } from './texts.ts'
import { useLeave } from './use-leave.ts'

/** Proof by a linked social account. Leaves the page; users repeat their action after returning. */
export const ProviderProof = ({ provider }: { provider: OAuthProvider }) => {
  const texts = useProofTexts()
  const leave = useLeave()
  const { busy, error, run } = useAttempt()
  const name = providerTitle(provider)
  return (
    <div className="siw-stack">
      <p>{fill(texts.proveByLeaving, { name })}</p>
      <ErrorText>{error}</ErrorText>
      <Button
        busy={busy}
        onClick={() =>
          run(
            () => leave({ provider, purpose: 'prove' }),
            () => undefined,
          )
        }
      >
        {fill(texts.goTo, { name })}
      </Button>
    </div>
  )
}
