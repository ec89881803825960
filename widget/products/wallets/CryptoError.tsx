import { Alert, ScreenFrame, useWidget } from '../../form/index.ts'
import { useTexts } from './use-texts.ts'

/** Says that signing in failed, and why, as far as that is known. */
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
