import { ErrorText, ProductPart, useWidget } from '../../form/index.ts'
import { useProofTexts } from './texts.ts'

type Props = {
  busy: boolean
  error: string | undefined
  /** Called with a function that signs with the chosen wallet. */
  onChoose: (sign: () => Promise<unknown>) => void
}

/** The wallets of this browser, drawn by their product, which knows how they sign. */
export const WalletChoice = ({ busy, error, onChoose }: Props) => {
  const { strings } = useWidget()
  const texts = useProofTexts()
  return (
    <div className="siw-stack">
      <ProductPart of="crypto" label={strings.common.loading}>
        {({ Signing }) => Signing && <Signing busy={busy} otherwise={<p>{texts.noWallet}</p>} onChoose={onChoose} />}
      </ProductPart>
      <ErrorText>{error}</ErrorText>
    </div>
  )
}
