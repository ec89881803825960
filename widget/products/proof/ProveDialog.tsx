import { providerTitle } from '@corroborate/wire/providers'
import { useEffect, useRef, useState } from 'react'
import { Button, fill, type User, useElementId, useWidget } from '../../form/index.ts'
import { CodeProof } from './CodeProof.tsx'
import type { ProofTexts } from './en.ts'
import { PasskeyProof } from './PasskeyProof.tsx'
import { ProviderProof } from './ProviderProof.tsx'
import { SecretProof } from './SecretProof.tsx'
import { useProofTexts } from './texts.ts'
import type { Asked } from './use-proof.ts'
import { WalletProof } from './WalletProof.tsx'
import { beginsBy, type Way, waysOf } from './ways.ts'

type Props = Asked & { user: User }

/** Step-up authentication for signed-in users, before an important change or an authorization: one method, with the others collapsed. */
export const ProveDialog = ({ user, missing, onProved, onCancel }: Props) => {
  const texts = useProofTexts()
  const id = useElementId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Fixed when the dialog opens, because a proof changes the user.
  const { settings } = useWidget()
  const offered = settings.oauthOptions.providers.map(({ type }) => type)
  const [ways] = useState(() => waysOf(user, missing, offered))
  const [first] = ways
  const [way, setWay] = useState<Way | null>(beginsBy(ways))
  const others = ways.filter(each => each !== (way ?? first))
  useEffect(() => {
    const element = dialog.current
    if (element !== null && !element.open) element.showModal()
  }, [])

  return (
    <dialog
      ref={dialog}
      className="siw-prove"
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onCancel()
      }}
    >
      <div className="siw-stack">
        <h2 id={id} className="siw-prove-heading">
          {texts.proveHeading}
        </h2>
        <p>{missing === 'second' ? texts.proveSecond : texts.proveExplained}</p>
        {ways.length === 0 && <p>{texts.proveOtherwise}</p>}
        {way === null && first && <Button onClick={() => setWay(first)}>{labelOf(first, texts)}</Button>}
        {way !== null && <Proof key={keyOf(way)} way={way} onProved={onProved} />}
        {others.length > 0 && (
          <details key={way && keyOf(way)} className="siw-prove-others">
            <summary className="siw-link">{texts.otherWay}</summary>
            <div className="siw-stack">
              {others.map(each => (
                <Button key={keyOf(each)} look="secondary" onClick={() => setWay(each)}>
                  {labelOf(each, texts)}
                </Button>
              ))}
            </div>
          </details>
        )}
        <Button look="link" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </dialog>
  )
}

const keyOf = (way: Way): string => Object.values(way).join(' ')

const labelOf = (way: Way, texts: ProofTexts): string => {
  switch (way.kind) {
    case 'passkey':
      return texts.proveWithPasskey
    case 'password':
      return texts.proveWithPassword
    case 'app':
      return texts.proveWithApp
    case 'recovery':
      return texts.proveWithRecovery
    case 'wallet':
      return texts.proveWithWallet
    case 'provider':
      return fill(texts.proveWithProvider, { name: providerTitle(way.provider) })
    case 'email':
    case 'sms':
      return fill(texts.proveWithCode, { destination: way.destination })
  }
}

const Proof = ({ way, onProved }: { way: Way; onProved: () => void }) => {
  switch (way.kind) {
    case 'passkey':
      return <PasskeyProof onProved={onProved} />
    case 'email':
    case 'sms':
      return <CodeProof kind={way.kind} destination={way.destination} onProved={onProved} />
    case 'wallet':
      return <WalletProof onProved={onProved} />
    case 'provider':
      return <ProviderProof provider={way.provider} />
    default:
      return <SecretProof way={way} onProved={onProved} />
  }
}
