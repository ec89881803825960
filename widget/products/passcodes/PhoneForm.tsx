import type { Dispatch, FormEvent, SetStateAction } from 'react'
import { useAttempt } from '../../form/attempt/index.ts'
import type { OtpMethod } from '../../form/config/index.ts'
import { useWidget } from '../../form/context/index.ts'
import { codeOptions } from '../../form/email/index.ts'
import { Button } from '../../form/parts/index.ts'
import { numberToText, PhoneField, type TypedPhoneNumber } from './phone/index.ts'

type Props = {
  method: Exclude<OtpMethod, 'email'>
  phone: TypedPhoneNumber
  onPhone: Dispatch<SetStateAction<TypedPhoneNumber>>
}

/** A phone number, to which a passcode is sent by text or by WhatsApp. */
export const PhoneForm = ({ method, phone, onPhone }: Props) => {
  const { client, settings, strings, dispatch, emit, phoneService } = useWidget()
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
