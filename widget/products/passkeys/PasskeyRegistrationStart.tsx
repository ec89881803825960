import { Alert, Button, ErrorText, ScreenFrame, useAttempt, useUser, useWidget } from '../../form/index.ts'
import { sentenceForRegistration } from './sentence-for.ts'
import { useTexts } from './use-texts.ts'

/** Creates a passkey for the signed-in user, or skips it. */
export const PasskeyRegistrationStart = () => {
  const { client, settings, emit, dispatch } = useWidget()
  const texts = useTexts()
  const user = useUser()
  const { busy, error, run } = useAttempt()
  const goOn = (isCreated: boolean) => {
    dispatch({ type: 'update_passkey_state', passkeyState: { isCreated } })
    dispatch({ type: 'transition', screen: 'PasskeyRegistrationSuccess' })
  }

  const make = () =>
    run(
      () =>
        client.webauthn.register({
          is_passkey: true,
          session_duration_minutes: settings.sessionOptions.sessionDurationMinutes,
          ...settings.passkeyOptions,
        }),
      data => {
        emit({ type: 'PASSKEY_REGISTER', data })
        goOn(true)
      },
      (reason, sentence) => sentenceForRegistration(reason, sentence, texts),
    )
  const skip = () => {
    emit({ type: 'PASSKEY_SKIP', data: {} })
    goOn(false)
  }

  return (
    <ScreenFrame heading={texts.setUp}>
      {user === null && <Alert>{texts.notSignedIn}</Alert>}
      {user && (
        <>
          <p className="siw-text">{texts.explanation}</p>
          <Button busy={busy} onClick={make}>
            {texts.create}
          </Button>
          <ErrorText>{error}</ErrorText>
          <Button look="secondary" onClick={skip}>
            {texts.skip}
          </Button>
        </>
      )}
    </ScreenFrame>
  )
}
