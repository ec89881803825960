import type { FormEvent } from 'react'
import { Button, type PhoneFormProps, useAttempt, useWidget } from '../../form/index.ts'
import { codeOptions } from './code-options.ts'
import { PhoneField, usePhoneService } from './phone/PhoneField.tsx'
import { numberToText } from './phone/phone-numbers.ts'

/** A phone number, to which a passcode is sent by text or by WhatsApp. */
export const PhoneForm = ({ method, phone, onPhone }: PhoneFormProps) => {
  const { client, settings, strings, dispatch, emit } = useWidget()
  const phoneService = usePhoneService()
  const { busy, error, setError, run } = useAttempt()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    run(
      async () => {
        const number = await numberToText({ ...phone, parse: phoneService.parse })
        if (number === null) return null
        return { number, data: await client.otps[method].loginOrCreate(number, codeOptions(settings, method)) }
      },
      sent => {
        if (sent === null) {
          setError(strings.main.invalidPhoneNumber)
          form.querySelector('input')?.focus()
          return
        }
        emit({ type: 'OTP_LOGIN_OR_CREATE', data: sent.data })
        dispatch({
          type: 'update_otp_state',
          otpState: { type: method, methodId: sent.data.method_id, otpDestination: sent.number },
        })
        dispatch({ type: 'transition', screen: 'OTPAuthenticate' })
      },
    )
  }

  return (
    <form className="siw-stack" noValidate onSubmit={submit}>
      <PhoneField phone={phone} onPhone={onPhone} error={error} />
      <Button submit busy={busy}>
        {method === 'sms' ? strings.main.continueWithSms : strings.main.continueWithWhatsapp}
      </Button>
    </form>
  )
}
