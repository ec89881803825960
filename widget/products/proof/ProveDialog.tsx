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
import { type Way, waysOf } from './ways.ts'

type Props = Asked & { user: User }

/** Asks who is signed in to prove it once more, before something important changes. */
export const ProveDialog = ({ user, missing, onProved, onCancel }: Props) => {
  const texts = useProofTexts()
  const id = useElementId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Of the moment when it was asked: a proof renews the user.
  const { settings } = useWidget()
  const offered = settings.oauthOptions.providers.map(({ type }) => type)
  const [ways] = useState(() => waysOf(user, missing, offered))
  const [way, setWay] = useState<Way | null>(ways.length === 1 ? (ways[0] ?? null) : null)
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
        {way === null ? (
          ways.map(each => (
            <Button key={keyOf(each)} look="secondary" onClick={() => setWay(each)}>
              {labelOf(each, texts)}
            </Button>
          ))
        ) : (
          <Proof key={keyOf(way)} way={way} onProved={onProved} />
        )}
        {way !== null && ways.length > 1 && (
          <Button look="link" onClick={() => setWay(null)}>
            {texts.otherWay}
          </Button>
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
