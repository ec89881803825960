import { type FormEvent, useEffect, useState } from 'react'
import { Button, ErrorText, Filled, ProgressBar, ScreenFrame, useAttempt, useWidget } from '../../form/index.ts'
import { Countdown } from './Countdown.tsx'
import { codeOptions } from './code-options.ts'
import { isRefusedCode } from './is-refused-code.ts'
import { PasscodeField } from './PasscodeField.tsx'
import { isComplete } from './passcode-digits.ts'
import { readableNumber, usePhoneService } from './phone/index.ts'
import { useTexts } from './use-texts.ts'
import { useUndelivered } from './use-undelivered.ts'

/** Prompts for the OTP sent to an address or phone. */
export const OTPAuthenticate = () => {
  const { client, settings, state, dispatch, emit, toast } = useWidget()
  const texts = useTexts()
  const phoneService = usePhoneService()
  const { type, methodId, otpDestination } = state.otpState
  const lifetime = settings.otpOptions.expirationMinutes * 60_000
  const [expiresAt, setExpiresAt] = useState(() => Date.now() + lifetime)
  const [digits, setDigits] = useState('')
  const [shownDestination, setShownDestination] = useState(otpDestination)
  const isUndelivered = useUndelivered(methodId, type === 'email' ? null : expiresAt, expiresAt)
  const checking = useAttempt()
  const resending = useAttempt()

  useEffect(() => {
    if (type === 'email') return
    let here = true
    void readableNumber(otpDestination, phoneService.parse).then(number => here && setShownDestination(number))
    return () => {
      here = false
    }
  }, [type, otpDestination, phoneService])

  const check = (code: string) =>
    checking.run(
      () =>
        client.otps.authenticate(code, methodId, {
          session_duration_minutes: settings.sessionOptions.sessionDurationMinutes,
        }),
      data => {
        emit({ type: 'OTP_AUTHENTICATE', data })
        dispatch({ type: 'transition', screen: 'OTPConfirmation' })
      },
      (error, sentence) => {
        setDigits('')
        return isRefusedCode(error) ? texts.passcode.invalid : sentence
      },
    )

  const enter = (typed: string) => {
    setDigits(typed)
    if (isComplete(typed)) check(typed)
    else checking.setError(undefined)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete(digits)) check(digits)
  }

  const resend = () => {
    if (type === 'email') {
      client.telemetry.log('email_try_again_clicked', { email: otpDestination, type: 'login_or_create_otp' })
    }
    resending.run(
      async () => client.otps[type].loginOrCreate(otpDestination, codeOptions(settings, type)),
      data => {
        emit({ type: 'OTP_LOGIN_OR_CREATE', data })
        dispatch({ type: 'update_otp_state', otpState: { methodId: data.method_id } })
        setExpiresAt(Date.now() + lifetime)
        setDigits('')
        checking.setError(undefined)
        toast.success(texts.passcode.resent)
      },
      (_, sentence) => {
        toast.error(sentence)
        return undefined
      },
    )
  }

  return (
    <ScreenFrame heading={texts.passcode.heading} back>
      <p className="siw-text">
        <Filled text={texts.passcode.sent} values={{ destination: <strong>{shownDestination}</strong> }} />
      </p>
      <ErrorText>{isUndelivered ? texts.passcode.undelivered : undefined}</ErrorText>
      <form className="siw-field" noValidate onSubmit={submit}>
        <PasscodeField
          label={texts.passcode.label}
          digits={digits}
          onDigits={enter}
          busy={checking.busy}
          error={checking.error}
        />
        <div role="status">
          {checking.busy && (
            <>
              <p className="siw-text siw-small">{texts.passcode.verifying}</p>
              <ProgressBar label={texts.passcode.verifying} />
            </>
          )}
        </div>
      </form>
      <Countdown
        expiresAt={expiresAt}
        resend={
          <Button look="link" busy={resending.busy || checking.busy} onClick={resend}>
            {texts.passcode.resend}
          </Button>
        }
      />
    </ScreenFrame>
  )
}
