import { Button, useWidget } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'

/** "Set up a new crypto wallet", for users whose wallet is not listed. */
export const SetUpButton = () => {
  const { dispatch } = useWidget()
  const texts = useTexts()
  return (
    <p className="siw-text">
      <Button look="link" onClick={() => dispatch({ type: 'transition', screen: 'CryptoSetupWallet' })}>
        {texts.setUp}
      </Button>
    </p>
  )
}
