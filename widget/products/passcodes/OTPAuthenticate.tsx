import { normalizeCode } from '@corroborate/wire/codes'
import { passcodeLength } from '@corroborate/wire/limits'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import {
  Button,
  ErrorText,
  Filled,
  Mark,
  ProgressBar,
  ScreenFrame,
  useAttempt,
  useElementId,
  useFlowComplete,
  useWidget,
} from '../../form/index.ts'
import { codeOptions, isRejectedCode, useTexts } from './code-options.ts'
import { usePhoneService } from './phone/PhoneField.tsx'
import { readableNumber } from './phone/phone-numbers.ts'

/** Whole seconds until a time, never below zero. The last one counts until it is over. */
export const secondsUntil = (expiresAt: number, now: number): number =>
  Math.max(0, Math.ceil((expiresAt - now) / 1_000))

/** `m:ss`, with hours as minutes: `75:00`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

type Props = {
  /** Epoch milliseconds. Compared with the clock, so that a tab that was suspended shows the right time afterwards. */
  expiresAt: number
  /** Button for a new code within the text. */
  resend: ReactNode
}

/** Remaining validity of the code. Screen readers announce its end rather than every second (role timer). */
const Countdown = ({ expiresAt, resend }: Props) => {
  const texts = useTexts()
  const [seconds, setSeconds] = useState(() => secondsUntil(expiresAt, Date.now()))
  useEffect(() => {
    const look = () => setSeconds(secondsUntil(expiresAt, Date.now()))
    look()
    const timer = setInterval(look, 1_000)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [expiresAt])

  const isOver = seconds === 0
  return (
    <p className="siw-text siw-small" role="timer" aria-live={isOver ? 'polite' : 'off'}>
      <Filled
        text={isOver ? texts.passcode.expired : texts.passcode.expires}
        values={{ time: clockText(seconds), resend }}
      />
    </p>
  )
}

export const OTPConfirmation = () => {
  const texts = useTexts()
  useFlowComplete()
  return (
    <ScreenFrame heading={texts.passcodeConfirmation.heading}>
      <Mark of="success" large />
      <p className="siw-text">{texts.passcodeConfirmation.verified}</p>
    </ScreenFrame>
  )
}

/** Extracts up to an OTP's digits from typed or pasted text. Converts digits of other scripts to ASCII. */
export const passcodeDigits = (text: string): string =>
  normalizeCode(text)
    .replace(/[^0-9]/g, '')
    .slice(0, passcodeLength)

export const isComplete = (digits: string): boolean => digits.length === passcodeLength

type PasscodeFieldProps = {
  label: string
  digits: string
  onDigits: (digits: string) => void
  /** A code is being checked: the field keeps the focus and cannot be edited. */
  busy: boolean
  error: string | undefined
}

/** One input, so that a phone fills in the code it received; the boxes behind it only show where its digits go. */
const PasscodeField = ({ label, digits, onDigits, busy, error }: PasscodeFieldProps) => {
  const id = useElementId()
  const active = Math.min(digits.length, passcodeLength - 1)
  return (
    <div className="siw-field">
      <div className="siw-passcode">
        <div className="siw-passcode-boxes" aria-hidden="true">
          {Array.from({ length: passcodeLength }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes do not differ but by their place.
            <span key={place} className="siw-passcode-box" data-active={place === active ? '' : undefined} />
          ))}
        </div>
        <div className="siw-passcode-line">
          <input
            className="siw-passcode-input"
            aria-label={label}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            type="text"
            name="passcode"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            required
            readOnly={busy}
            value={digits}
            onChange={({ currentTarget: input }) => {
              const read = passcodeDigits(input.value)
              // A letter changes no state, so React does not render and would leave it in the field.
              if (input.value !== read) input.value = read
              onDigits(read)
            }}
          />
        </div>
      </div>
      <ErrorText id={`${id}-error`}>{error}</ErrorText>
    </div>
  )
}

/** Polling delay in ms, and its increase: carriers report within seconds whether most texts were delivered. */
const first = 3_000
const growth = 1.3

/**
 * True once the last text of a method ID is known to be undelivered.
 * @param sending changes with every text; null if none was sent
 * @param until epoch ms: end of polling, when its code expires
 */
const useUndelivered = (methodId: string, sending: number | null, until: number): boolean => {
  const { client } = useWidget()
  const [lost, setLost] = useState<number | null>(null)

  useEffect(() => {
    if (sending === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let here = true
    const ask = async (pause: number) => {
      const status = await client.otps.textStatus(methodId)
      if (!here) return
      if (status === 'undelivered') setLost(sending)
      else if (Date.now() < until) timer = setTimeout(ask, pause, pause * growth)
    }
    void ask(first)
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [client, methodId, sending, until])

  return sending !== null && lost === sending
}

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
        return isRejectedCode(error) ? texts.passcode.invalid : sentence
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
