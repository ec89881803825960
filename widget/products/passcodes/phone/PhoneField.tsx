import { useMemo } from 'react'
import { type PhoneFormProps, TextField, useWidget } from '../../../form/index.ts'
import { createPhoneService, type PhoneService } from './create-phone-service.ts'
import { countriesOf, dialCodes, nationalFormat } from './phone-numbers.ts'

/** The widget's one way to ask about phone numbers. */
export const usePhoneService = (): PhoneService => useWidget().once(createPhoneService)

type Props = Pick<PhoneFormProps, 'phone' | 'onPhone'> & {
  error: string | undefined
}

/** A phone number with its country. Once it is typed, it is shown as the country writes it. */
export const PhoneField = ({ phone, onPhone, error }: Props) => {
  const { strings } = useWidget()
  const phoneService = usePhoneService()
  const countries = useMemo(() => countriesOf(strings.common.language), [strings])

  const showAsWritten = async () => {
    const text = await nationalFormat({ ...phone, parse: phoneService.parse })
    // Typed in again meanwhile: the newer input stays.
    if (text !== null) onPhone(now => (now.text === phone.text && now.region === phone.region ? { ...now, text } : now))
  }

  return (
    <TextField
      label={strings.main.phoneNumber}
      type="tel"
      name="phone"
      inputMode="tel"
      autoComplete="tel-national"
      required
      maxLength={40}
      value={phone.text}
      onText={text => onPhone({ ...phone, text })}
      onBlur={() => void showAsWritten()}
      error={error}
      before={
        <div className="siw-country">
          <select
            className="siw-country-list"
            aria-label={strings.main.country}
            name="country"
            autoComplete="tel-country-code"
            value={phone.region}
            onChange={event => onPhone({ ...phone, region: event.currentTarget.value })}
          >
            {countries.map(({ region, name, dialCode }) => (
              <option key={region} value={region}>
                {`${name} (+${dialCode})`}
              </option>
            ))}
          </select>
          <span className="siw-country-shown" aria-hidden="true">
            {`${phone.region} +${dialCodes.get(phone.region)}`}
          </span>
        </div>
      }
    />
  )
}
