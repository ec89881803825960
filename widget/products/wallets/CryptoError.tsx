import { Alert, ScreenFrame, useWidget } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'

/** Shows a failed sign-in with its reason, if known. */
export const CryptoError = () => {
  const { state } = useWidget()
  const texts = useTexts()
  return (
    <ScreenFrame heading={texts.failed} back>
      {state.errorMessage !== '' && <Alert>{state.errorMessage}</Alert>}
      <p className="siw-text">{texts.failedExplanation}</p>
    </ScreenFrame>
  )
}
